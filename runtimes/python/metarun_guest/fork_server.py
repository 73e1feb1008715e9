"""The warm process that every run is forked from. It runs no user code, and never waits for any.

Control pipe (file descriptor 3, one JSON document a line):
  server -> host  {"type": "ready"}
                  {"type": "started", "id"}          a child for this connection is running
                  {"type": "ending", …}              as below, of a run that is about to be killed
                  {"type": "exited", "id", "status", "signal", "exceeded", "cpu_ms", "peak_memory_bytes"}
                  {"type": "refused", "id", "message"}   no child could be made, or its namespaces were ended from outside
  host -> server  {"type": "cancel", "id"}           the run's script has been cancelled, and its end is waited for
                  {"type": "kill", "id"}             SIGKILL to the run's whole process tree
  end of the pipe: every child is killed, the base directory removed, and the server ends.

A run begins with a connection to `<base>/fork.sock` whose first line is
{"kind": "run" | "check", "id", "memory_bytes", "cpu_ms", "network"}; `id` is unique within the server's life, a
`cpu_ms` of 0 is no limit. "exceeded": the limit that the run was ended for, "memory", "cpu" or null. The child speaks
on that connection alone, so no stray process of an earlier run can speak in a later one.
"""

import gc
import json
import os
import random
import selectors
import shutil
import signal
import socket
import struct
import sys
import time
from collections import deque
from collections.abc import Iterator
from typing import Optional

from . import confine, event_loop, linux, preload, users
from .channel import LineReader
from .control_groups import ControlGroups
from .founder import Founders
from .meter import Meter
from .mounts import WORK_DIR
from .namespaces import Guest, Namespaces, Room
from .runs import Run, Runs
from .users import Ids

_CONTROL_FD = 3
# Seconds between two looks at what runs use. Memory can be filled at 2 GB/s, so that 20 MB pass a limit meanwhile.
_LOOK_INTERVAL = 0.01
# Several processes fill memory on all processors, and none of them is held by the limit on its address space.
_CLOSE_INTERVAL = 0.003
# In namespaces a look takes 0.1 ms, and 3 ms where a run has a hundred processes. It comes the less often the longer
# it takes: so that it is this share of a processor, but no less than after the longest interval.
_CLOSE_SHARE = 0.3
_LONGEST_CLOSE_INTERVAL = 0.05
# A look is made in pieces of so many seconds of CPU time, between which all else has its turn: beside a thousand
# processes it takes 30 ms.
_LOOK_PIECE = 0.003
# The same elsewhere, where a look reads the table of the whole machine.
_LOOKS_SHARE = 0.02
_LONGEST_INTERVAL = 0.1
# Orphans are looked for once for all runs that ended within this time: reading the process table takes
# some milliseconds on a busy machine.
_SWEEP_DELAY = 0.02
_SPARE_PAUSE = 0.05
# Before a control group that could not be removed is tried again.
_REMOVAL_PAUSE = 0.05


class _Waiting:
    """A run that has no room yet. `killed`: what came for it meanwhile."""

    def __init__(self, conn: socket.socket, hello: dict, received: bytes) -> None:
        self.conn = conn
        self.hello = hello
        self.received = received
        self.killed = False


class ForkServer:
    """`base`: a private directory (mode 0700) for the socket and, without `walls`, the runs' own directories.

    `walls`: namespaces around each run, where this process itself is in a sandbox.
    `packages`: a folder with packages that runs may import, or "". This process imports none of them.
    `ids`: whom it and its runs become where it is root.
    `groups`: where runs get a control group each.
    """

    def __init__(
        self,
        base: str,
        backlog: int,
        walls: Optional[Namespaces],
        packages: str,
        ids: Optional[Ids],
        groups: Optional[ControlGroups],
    ) -> None:
        self._base = base
        self._packages = packages
        self._walls = walls
        self._ids = ids
        self._groups = groups
        self._guest = Guest(_prepare, self._be_run)
        self._founders: Optional[Founders] = None
        self._spare: Optional[Room] = None
        # Before then none is made, since that has failed.
        self._next_spare = 0.0
        self._waiting: deque[_Waiting] = deque()
        self._host = os.getppid()
        self._pid = os.getpid()
        self._control = socket.socket(fileno=_CONTROL_FD)
        self._control_lines = LineReader(b"")
        self._is_ending = False
        self._listener = socket.socket(socket.AF_UNIX)
        # Who looks for what killed servers have left behind takes a socket that refuses for one of theirs.
        self._listener.bind(f"{base}/fork.new")
        self._listener.listen(backlog)
        os.rename(f"{base}/fork.new", f"{base}/fork.sock")
        self._greetings: dict[socket.socket, LineReader] = {}
        self._selector = selectors.DefaultSelector()
        self._next_look = 0.0
        self._look_interval = _LOOK_INTERVAL
        # That which is under way, and the CPU time that it has taken.
        self._look: Optional[Iterator[None]] = None
        self._look_began = 0.0
        self._look_took = 0.0

    def serve(self) -> None:
        if self._walls is None:
            os.mkdir(f"{self._base}/runs", 0o700)
            linux.adopt_orphans()
        own_users = 0 if self._walls is None else users.become(self._ids)
        if self._walls is not None and own_users == 0:
            # The filter refuses it to runs, since the kernel counts it for the user whom they share.
            event_loop.do_without_epoll()
            confine.leave_processes()
        confine.set_heritage()
        linux.share_malloc_arenas()
        linux.be_prompt()
        wake_read = self._wake_on_child_exit()
        self._selector.register(self._control, selectors.EVENT_READ, self._on_control)
        self._selector.register(self._listener, selectors.EVENT_READ, self._on_connect)
        self._selector.register(wake_read, selectors.EVENT_READ, self._on_child_exit)
        gc.collect()
        # Objects that are never collected are never written to, so children keep sharing their pages.
        gc.disable()
        gc.freeze()
        meter = Meter() if sys.platform == "linux" else None
        if meter is not None:
            self._selector.register(meter.line, selectors.EVENT_READ, lambda line: self._on_read(line, meter))
        self._runs = Runs(self._tell, None if self._walls else self._remove, self._leave, meter)
        self._runs.measure_baseline()
        if self._walls is not None:
            self._founders = Founders(
                self._walls,
                self._guest,
                own_users,
                self._groups,
                lambda line, act: self._selector.register(line, selectors.EVENT_READ, lambda _: act()),
                self._selector.unregister,
                self._on_room,
                self._on_no_room,
            )
        self._tell({"type": "ready"})
        while True:
            events = self._selector.select(0 if self._spare_wanted else self._timeout())
            for key, _ in events:
                key.data(key.fileobj)
            if self._founders is not None and self._spare_wanted and not events:
                # While nothing else is to do: it takes longer than the rest of a start.
                self._founders.make_room()
            self._look_after()

    @property
    def _spare_wanted(self) -> bool:
        """Whether a room for the next run is to be made."""
        if self._founders is None or self._spare is not None or self._founders.making:
            return False
        return time.monotonic() >= self._next_spare

    def _wake_on_child_exit(self) -> socket.socket:
        wake_read, wake_write = socket.socketpair()
        wake_read.setblocking(False)
        wake_write.setblocking(False)
        self._wake = wake_write
        signal.set_wakeup_fd(wake_write.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        return wake_read

    def _timeout(self) -> Optional[float]:
        """Seconds until `_look_after` has something to do."""
        if self._look is not None:
            return 0.0
        now = time.monotonic()
        due = [
            self._runs.sweep_due,
            self._next_look if self._runs.active else None,
            now + _REMOVAL_PAUSE if self._groups is not None and self._groups.removing else None,
            None if self._founders is None else self._founders.due,
            self._next_spare if self._next_spare > now else None,
        ]
        first = min((at for at in due if at is not None), default=None)
        return None if first is None else max(0.0, first - now)

    def _look_after(self) -> None:
        now = time.monotonic()
        if self._runs.sweep_due is not None and now >= self._runs.sweep_due:
            self._runs.sweep()
        if self._groups is not None and self._groups.removing:
            self._groups.remove_ended()
        if self._founders is not None and self._founders.due is not None and now >= self._founders.due:
            self._founders.look_after()
        if self._look is None and self._runs.active and now >= self._next_look:
            self._look = self._runs.look()
            self._look_began = now
            self._look_took = 0.0
        if self._look is not None:
            self._look_on(self._look)

    def _look_on(self, look: Iterator[None]) -> None:
        before = time.thread_time()
        for _ in look:
            if time.thread_time() - before > _LOOK_PIECE:
                self._look_took += time.thread_time() - before
                return
        self._look = None
        took = self._look_took + time.thread_time() - before
        if self._walls is not None:
            closest = _CLOSE_INTERVAL if self._runs.urgent else _LOOK_INTERVAL
            self._look_interval = min(max(closest, took / _CLOSE_SHARE), _LONGEST_CLOSE_INTERVAL)
        else:
            self._look_interval = min(max(_LOOK_INTERVAL, took / _LOOKS_SHARE), _LONGEST_INTERVAL)
        self._next_look = self._look_began + self._look_interval

    def _on_read(self, line: socket.socket, meter: Meter) -> None:
        self._runs.take_read(meter)
        if meter.line is not line:
            self._selector.unregister(line)
            self._selector.register(meter.line, selectors.EVENT_READ, lambda new: self._on_read(new, meter))

    def _on_child_exit(self, wake_read: socket.socket) -> None:
        wake_read.recv(4096)
        self._runs.reap(_SWEEP_DELAY)

    def _on_control(self, control: socket.socket) -> None:
        data = _received(control)
        if not data:
            self._end()
        self._control_lines.feed(data, self._on_message)

    def _on_message(self, line: bytes) -> None:
        message = json.loads(line)
        if message["type"] == "kill":
            self._kill(message["id"])
        else:
            self._runs.cancel(message["id"])

    def _kill(self, run: int) -> None:
        for waiting in self._waiting:
            if waiting.hello["id"] == run:
                waiting.killed = True
        self._runs.kill(run)

    def _on_connect(self, listener: socket.socket) -> None:
        conn, _ = listener.accept()
        if sys.platform == "linux":
            size = struct.calcsize("3i")
            peer, _, _ = struct.unpack("3i", conn.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size))
            # A script may reach the socket's path, but only the host may have runs made. From within a
            # process namespace the host cannot be seen, which reads as 0; a run always can.
            if peer not in (self._host, 0):
                conn.close()
                return
        self._greetings[conn] = LineReader(b"")
        self._selector.register(conn, selectors.EVENT_READ, self._on_greeting)

    def _on_greeting(self, conn: socket.socket) -> None:
        reader = self._greetings[conn]
        data = _received(conn)
        line = reader.take(data)
        if data and line is None:
            return
        del self._greetings[conn]
        self._selector.unregister(conn)
        if line is None:
            conn.close()
        elif self._founders is None:
            self._fork(conn, json.loads(line), reader.rest())
            conn.close()
        else:
            self._waiting.append(_Waiting(conn, json.loads(line), reader.rest()))
            self._fill_rooms(self._founders)

    def _fork(self, conn: socket.socket, hello: dict, received: bytes) -> None:
        """A run where nothing is walled in."""
        cwd = f"{self._base}/runs/{hello['id']}"
        try:
            pid = os.fork()
        except OSError as error:
            self._refuse(hello, error)
            return
        if pid == 0:
            _prepare(conn.fileno())
            self._be_child(conn.fileno(), hello, received, cwd, self._pid)
        self._add(Run(hello, pid, self._runs.baseline_resident, cwd=cwd))

    def _fill_rooms(self, founders: Founders) -> None:
        """Hands the runs that wait to the rooms that there are, and has others made."""
        while self._waiting and self._spare is not None:
            room, self._spare = self._spare, None
            waiting = self._waiting[0]
            try:
                self._take_in(room, waiting.conn, waiting.hello, waiting.received)
            except OSError:
                # Something has killed it meanwhile.
                room.close()
                continue
            self._waiting.popleft()
            waiting.conn.close()
            self._add(Run(waiting.hello, room.pid, self._runs.baseline_resident, room=room))
            self._selector.register(room, selectors.EVENT_READ, self._on_report)
            if waiting.killed:
                self._runs.kill(waiting.hello["id"])
        while founders.making < len(self._waiting):
            founders.make_room()

    def _on_room(self, room: Room) -> None:
        self._spare = room
        if self._founders is not None:
            self._fill_rooms(self._founders)

    def _on_no_room(self, error: OSError) -> None:
        if self._waiting:
            waiting = self._waiting.popleft()
            self._refuse(waiting.hello, error)
            waiting.conn.close()
        else:
            # The next run will have its own made, and be told why that cannot be.
            self._next_spare = time.monotonic() + _SPARE_PAUSE

    def _refuse(self, hello: dict, error: OSError) -> None:
        self._tell({"type": "refused", "id": hello["id"], "message": f"fork failed: {error.strerror}"})

    def _add(self, run: Run) -> None:
        if not self._runs.active:
            self._next_look = time.monotonic() + self._look_interval
        self._runs.add(run)
        self._tell({"type": "started", "id": run.id})

    def _take_in(self, room: Room, conn: socket.socket, hello: dict, received: bytes) -> None:
        memory_bytes = hello["memory_bytes"]
        if room.group is not None and memory_bytes:
            # Copies of what this process has are not the run's, and it has one for each page that it writes to.
            spare = self._runs.baseline_resident
            # The first process of the room is one of those in the group.
            room.group.limit(memory_bytes, spare, confine.processes_for(memory_bytes) + 1)
        room.take_in(conn, hello, received)

    def _on_report(self, room: Room) -> None:
        # It may have ended, and have been left, since it was selected.
        if self._runs.hear(room):
            self._selector.unregister(room)

    def _leave(self, room: Room) -> None:
        if room in self._selector.get_map():
            self._selector.unregister(room)
        room.close()

    def _be_run(self, conn_fd: int, hello: dict, received: bytes) -> None:
        self._be_child(conn_fd, hello, received, WORK_DIR, None)

    def _be_child(self, conn_fd: int, hello: dict, received: bytes, cwd: str, server: Optional[int]) -> None:
        try:
            base_dir = sys.path.pop(0)
            space = self._runs.baseline_space
            confine.confine(conn_fd, server, space, hello["memory_bytes"], hello["cpu_ms"], cwd)
            gc.enable()
            sys.path_importer_cache.pop(base_dir, None)
            if hello["kind"] == "check":
                preload.check.answer_check(received)
            else:
                preload.execute.execute(received, self._packages)
            os._exit(0)
        except BaseException as error:
            # Standard error may be the script's log by now, which a stack would tell of the host's folders.
            print(f"the guest failed: {type(error).__name__}", file=sys.__stderr__)
        finally:
            os._exit(70)

    def _remove(self, cwd: str):
        """Removes a run's directory; one that holds files is left to a child, whose pid is returned."""
        try:
            os.rmdir(cwd)
            return None
        except FileNotFoundError:
            return None
        except OSError:
            pass
        pid = os.fork()
        if pid == 0:
            try:
                linux.close_from(3)
                shutil.rmtree(cwd, onerror=_open_up_and_retry)
            finally:
                os._exit(0)
        return pid

    def _tell(self, message: dict) -> None:
        if self._is_ending:
            return
        try:
            self._control.sendall(json.dumps(message).encode() + b"\n")
        except OSError:
            self._end()

    def _end(self) -> None:
        self._is_ending = True
        self._runs.kill_all()
        shutil.rmtree(self._base, onerror=_open_up_and_retry)
        os._exit(0)


def _received(line: socket.socket) -> bytes:
    """Nothing when the other end is gone, which the kernel reports as an error where that end had not read everything."""
    try:
        return line.recv(65536)
    except ConnectionResetError:
        return b""


def _prepare(keep_fd: int) -> None:
    confine.detach(keep_fd)
    # Else every run of this server would draw the same numbers.
    random.seed()
    preload.execute.prepare()


def _open_up_and_retry(function, path, _info) -> None:
    # A script may have taken the permissions away from a directory of its own.
    try:
        os.chmod(os.path.dirname(path), 0o700)
        if not os.path.islink(path):
            os.chmod(path, 0o700)
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path, ignore_errors=True)
        else:
            function(path)
    except OSError:
        pass
