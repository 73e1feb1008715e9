"""The warm process that every run is forked from. It runs no user code and never waits for a run.

Control pipe (file descriptor 3, one JSON document per line):
  server -> host  {"type": "ready"}
                  {"type": "started", "id"}          a child for this connection is running
                  {"type": "used", "id", "cpu_ms"}   CPU time of a cancelled run's script process, sent every 100 ms of it
                  {"type": "ending", …}              fields as in "exited": the run is about to be killed
                  {"type": "exited", "id", "status", "signal", "exceeded", "cpu_ms", "peak_memory_bytes", "words"}
                  {"type": "refused", "id", "message"}   no process could be started, and nothing has run
                  {"type": "lost", "id", "message"}      its namespaces were ended from outside
  host -> server  {"type": "cancel", "id"}           the run's script was cancelled; the host waits for its end
                  {"type": "kill", "id"}             SIGKILL to the run's whole process tree
  end of the pipe: the server kills all children, removes the base directory and exits.

A run begins with a connection to `<base>/fork.sock` whose first line is
{"kind": "run" | "check", "id", "memory_bytes", "cpu_ms", "network"}. `id` is unique within the server's life. A
`cpu_ms` of 0 means no limit. "exceeded" is the limit for which the run was killed: "memory", "cpu" or null. "words" is
the unread rest of its standard output and standard error. Each child only uses its own connection, so a stray process
of an earlier run cannot send anything in a later one.
"""

import errno
import gc
import json
import os
import resource
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

from . import confine, event_loop, linux, run_process, users
from .channel import LineReader
from .control_groups import ControlGroups
from .meter import Meter
from .mounts import WORK_DIR
from .namespaces import Failure, Guest, Namespaces, Sandbox
from .output_pipes import Pipes
from .runs import Run, Runs
from .users import Ids
from .zygotes import Zygotes

_CONTROL_FD = 3
# Interval of polls of what runs use (seconds). Memory can be filled at 2 GB/s, so a run can exceed its limit by 20 MB
# between polls.
_POLL_INTERVAL = 0.01
# Interval for a run with several processes, which fill memory on all processors: the address space limit applies to
# each of them separately, and not at all to programs that it calls.
_URGENT_INTERVAL = 0.003
# In namespaces, a poll takes 0.1 ms, and 3 ms if a run has a hundred processes; ten times as long on a slow machine.
# The longer a poll takes, the less often it is made, so that polling uses this share of a processor. The longest
# interval is a maximum. Runs of one process, whose memory the kernel limits too, get the smaller share.
_URGENT_SHARE = 0.3
_CALM_SHARE = 0.1
_LONGEST_INTERVAL = 0.05
# CPU time of a piece of a poll (seconds); other work has its turn between pieces. With a thousand processes, a poll
# takes 30 ms.
_POLL_PIECE_SECONDS = 0.003
# The same limits without namespaces, where a poll reads the process table of the whole machine.
_TABLE_POLL_SHARE = 0.02
_LONGEST_TABLE_INTERVAL = 0.1
# The server looks for orphans once for all runs that ended within this time: reading the process table takes several
# milliseconds on a busy machine.
_SWEEP_DELAY = 0.02
_PREFORK_PAUSE = 0.05
# Pause before connections are accepted again after a failure.
_ACCEPT_PAUSE = 0.05
# Number of descriptors of a run while its sandbox is created, and from then on: its channel; its sandbox, its zygote,
# the zygote's session. Without namespaces, a run has two, those of its output.
_FILES_OF_START, _FILES_OF_RUN = 4, 3
# Descriptors for everything else. The rest of the share is for the files of processes, which are kept open.
_SPARE_FILES = 64
_SHARE_OF_RUNS = 3 / 4
# Maximum number of connections that are read at a time; all others wait to be accepted.
_MOST_GREETINGS = 16
# Pause before the next attempt to remove a control group.
_REMOVAL_PAUSE = 0.05


class _Waiting:
    """A run without a sandbox yet. `killed`: a kill has arrived meanwhile. `failed`: a sandbox has failed."""

    def __init__(self, conn: socket.socket, hello: dict, received: bytes) -> None:
        self.conn = conn
        self.hello = hello
        self.received = received
        self.killed = False
        self.failed = False


class ForkServer:
    """`base` is a private directory (mode 0700) for the socket and, without `namespaces`, the runs' own directories.

    `namespaces` creates namespaces around each run. Given if this process itself is in a sandbox.
    `packages` is a folder with packages that runs may import, or "". This process imports none of them.
    `ids` are the kernel users for this process and its runs, if it is root.
    `groups` creates a control group for each run.
    """

    def __init__(
        self,
        base: str,
        backlog: int,
        namespaces: Optional[Namespaces],
        packages: str,
        ids: Optional[Ids],
        groups: Optional[ControlGroups],
    ) -> None:
        self._base = base
        self._packages = packages
        self._namespaces = namespaces
        self._ids = ids
        self._groups = groups
        self._guest = Guest(run_process.prepare, self._be_run)
        self._zygotes: Optional[Zygotes] = None
        self._preforked: Optional[Sandbox] = None
        # No sandbox is pre-forked before this time, because the last attempt failed.
        self._next_prefork = 0.0
        self._waiting: deque[_Waiting] = deque()
        self._host = os.getppid()
        self._pid = os.getpid()
        self._control = socket.socket(fileno=_CONTROL_FD)
        self._control_lines = LineReader(b"")
        self._is_ending = False
        self._listener = socket.socket(socket.AF_UNIX)
        # A server that cleans up after killed servers treats a socket that refuses connections as abandoned.
        self._listener.bind(f"{base}/fork.new")
        self._listener.listen(backlog)
        os.rename(f"{base}/fork.new", f"{base}/fork.sock")
        self._greetings: dict[socket.socket, LineReader] = {}
        # Time to accept connections again after a failure.
        self._accept_at: Optional[float] = None
        self._selector = selectors.DefaultSelector()
        self._next_poll = 0.0
        self._poll_interval = self._look_interval = _POLL_INTERVAL
        # The poll in progress, and its CPU time so far.
        self._poll: Optional[Iterator[None]] = None
        self._poll_began = 0.0
        self._poll_took = 0.0

    def serve(self) -> None:
        if self._namespaces is None:
            os.mkdir(f"{self._base}/runs", 0o700)
            linux.adopt_orphans()
        own_users = 0 if self._namespaces is None else users.become(self._ids)
        if self._namespaces is not None and own_users == 0:
            # The filter denies epoll to runs, since the kernel counts epoll items for the user that they share.
            event_loop.do_without_epoll()
            confine.leave_processes()
        if self._namespaces is not None:
            self._namespaces.prepare()
        confine.set_heritage(None if self._namespaces is None else WORK_DIR)
        linux.share_malloc_arenas()
        linux.be_prompt()
        wake_read = self._wake_on_child_exit()
        self._selector.register(self._control, selectors.EVENT_READ, self._on_control)
        self._accept_more()
        self._selector.register(wake_read, selectors.EVENT_READ, self._on_child_exit)
        gc.collect()
        # Objects that are never collected are never written to, so children keep sharing their pages.
        gc.disable()
        gc.freeze()
        meter = Meter() if sys.platform == "linux" else None
        if meter is not None:
            self._selector.register(meter.sock, selectors.EVENT_READ, lambda sock: self._on_read(sock, meter))
        self._runs = Runs(self._report, None if self._namespaces else self._remove, self._close_sandbox, meter)
        self._runs.measure_baseline()
        if self._namespaces is not None:
            self._zygotes = Zygotes(
                self._namespaces,
                self._guest,
                own_users,
                self._groups,
                lambda source, act: self._selector.register(source, selectors.EVENT_READ, lambda _: act()),
                self._selector.unregister,
                self._on_sandbox,
                self._on_sandbox_failure,
            )
        self._report({"type": "ready"})
        while True:
            events = self._selector.select(0 if self._prefork_due else self._timeout())
            for key, _ in events:
                key.data(key.fileobj)
            if self._zygotes is not None and self._prefork_due and not events:
                # Done only when idle: it takes longer than the rest of a start.
                self._zygotes.make_sandbox()
            self._run_due()

    @property
    def _prefork_due(self) -> bool:
        """True if a sandbox for the next run should be forked now."""
        if self._zygotes is None or self._preforked is not None or self._zygotes.making:
            return False
        return time.monotonic() >= self._next_prefork

    def _wake_on_child_exit(self) -> socket.socket:
        wake_read, wake_write = socket.socketpair()
        wake_read.setblocking(False)
        wake_write.setblocking(False)
        self._wake = wake_write
        signal.set_wakeup_fd(wake_write.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        return wake_read

    def _timeout(self) -> Optional[float]:
        """Returns the time until `_run_due` has something to do (seconds)."""
        if self._poll is not None:
            return 0.0
        now = time.monotonic()
        due = [
            self._runs.sweep_due,
            self._next_poll if self._runs.active else None,
            now + _REMOVAL_PAUSE if self._groups is not None and self._groups.removing else None,
            None if self._zygotes is None else self._zygotes.due,
            self._next_prefork if self._next_prefork > now else None,
            self._accept_at,
        ]
        first = min((at for at in due if at is not None), default=None)
        return None if first is None else max(0.0, first - now)

    def _run_due(self) -> None:
        now = time.monotonic()
        if self._runs.sweep_due is not None and now >= self._runs.sweep_due:
            self._runs.sweep()
        if self._groups is not None and self._groups.removing:
            self._groups.remove_ended()
        if self._zygotes is not None and self._zygotes.due is not None and now >= self._zygotes.due:
            self._zygotes.run_due()
        if self._accept_at is not None and now >= self._accept_at:
            self._accept_more()
        if self._poll is None and self._runs.active and now >= self._next_poll:
            alone = self._runs.spare_seconds()
            if alone is None:
                self._poll = self._runs.poll()
                self._poll_began = now
                self._poll_took = 0.0
            else:
                # Waiting runs are polled less and less often.
                longest = min(2 * self._look_interval, _LONGEST_INTERVAL)
                self._look_interval = max(min(alone, longest), self._poll_interval)
                self._next_poll = now + self._look_interval
        if self._poll is not None:
            self._continue_poll(self._poll)

    def _continue_poll(self, poll: Iterator[None]) -> None:
        before = time.thread_time()
        for _ in poll:
            if time.thread_time() - before > _POLL_PIECE_SECONDS:
                self._poll_took += time.thread_time() - before
                return
        self._poll = None
        took = self._poll_took + time.thread_time() - before
        if self._namespaces is not None:
            closest, share = (_URGENT_INTERVAL, _URGENT_SHARE) if self._runs.urgent else (_POLL_INTERVAL, _CALM_SHARE)
            self._poll_interval = min(max(closest, took / share), _LONGEST_INTERVAL)
        else:
            self._poll_interval = min(max(_POLL_INTERVAL, took / _TABLE_POLL_SHARE), _LONGEST_TABLE_INTERVAL)
        self._look_interval = self._poll_interval
        self._next_poll = self._poll_began + self._poll_interval

    def _on_read(self, sock: socket.socket, meter: Meter) -> None:
        self._runs.take_read(meter)
        if meter.sock is not sock:
            self._selector.unregister(sock)
            self._selector.register(meter.sock, selectors.EVENT_READ, lambda new: self._on_read(new, meter))

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

    def _accept_more(self) -> None:
        self._accept_at = None
        if self._listener not in self._selector.get_map():
            self._selector.register(self._listener, selectors.EVENT_READ, self._on_connect)

    def _on_connect(self, listener: socket.socket) -> None:
        try:
            conn, _ = listener.accept()
        except OSError:
            # No descriptor is free. The connection waits, which the selector would report continuously.
            self._selector.unregister(listener)
            self._accept_at = time.monotonic() + _ACCEPT_PAUSE
            return
        if sys.platform == "linux":
            size = struct.calcsize("3i")
            peer, _, _ = struct.unpack("3i", conn.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size))
            # A script may reach the socket's path, but only the host may start runs. From within a process namespace,
            # the host cannot be seen and its id reads as 0; a run can always be seen.
            if peer not in (self._host, 0):
                conn.close()
                return
        self._greetings[conn] = LineReader(b"")
        self._selector.register(conn, selectors.EVENT_READ, self._on_greeting)
        if len(self._greetings) >= _MOST_GREETINGS:
            self._selector.unregister(listener)

    def _on_greeting(self, conn: socket.socket) -> None:
        reader = self._greetings[conn]
        data = _received(conn)
        line = reader.take(data)
        if data and line is None:
            return
        del self._greetings[conn]
        self._selector.unregister(conn)
        self._accept_more()
        if line is None:
            conn.close()
        elif not self._has_files():
            self._refuse(json.loads(line), f"fork failed: {os.strerror(errno.EMFILE)}")
            conn.close()
        elif self._zygotes is None:
            self._fork(conn, json.loads(line), reader.rest())
            conn.close()
        else:
            self._waiting.append(_Waiting(conn, json.loads(line), reader.rest()))
            self._assign_waiting(self._zygotes)

    def _has_files(self) -> bool:
        """True if there are descriptors for one more run: without them, even the use of runs could not be read."""
        needed = _FILES_OF_START * (len(self._waiting) + 1) + _FILES_OF_RUN * self._runs.count
        return needed + _SPARE_FILES <= resource.getrlimit(resource.RLIMIT_NOFILE)[0] * _SHARE_OF_RUNS

    def _fork(self, conn: socket.socket, hello: dict, received: bytes) -> None:
        """Forks a run without namespaces."""
        cwd = f"{self._base}/runs/{hello['id']}"
        pipes = None
        try:
            pipes = Pipes()
            pid = os.fork()
        except OSError as error:
            if pipes is not None:
                pipes.close()
            self._refuse(hello, f"fork failed: {error.strerror}")
            return
        if pid == 0:
            run_process.prepare(conn.fileno(), pipes)
            self._be(conn.fileno(), hello, received, cwd, self._pid)
        pipes.give()
        self._add(Run(hello, pid, self._runs.baseline, self._runs.short, cwd=cwd, pipes=pipes))

    def _assign_waiting(self, zygotes: Zygotes) -> None:
        """Assigns waiting runs to the pre-forked sandbox, and requests more sandboxes."""
        while self._waiting and self._preforked is not None:
            sandbox, self._preforked = self._preforked, None
            waiting = self._waiting[0]
            try:
                self._assign(sandbox, waiting.conn, waiting.hello, waiting.received)
            except OSError:
                failure = sandbox.read_end()
                sandbox.close()
                if isinstance(failure, Failure) and waiting.failed:
                    self._refuse(waiting.hello, failure.reason)
                    self._waiting.popleft()
                    waiting.conn.close()
                # The sandbox was killed meanwhile, or could not be set up, perhaps long ago: another one will be
                # created.
                waiting.failed = isinstance(failure, Failure)
                continue
            self._waiting.popleft()
            waiting.conn.close()
            self._add(Run(waiting.hello, sandbox.pid, self._runs.baseline, self._runs.short, sandbox=sandbox))
            self._selector.register(sandbox, selectors.EVENT_READ, self._on_report)
            if waiting.killed:
                self._runs.kill(waiting.hello["id"])
        while zygotes.making < len(self._waiting):
            zygotes.make_sandbox()

    def _on_sandbox(self, sandbox: Sandbox) -> None:
        self._preforked = sandbox
        if self._zygotes is not None:
            self._assign_waiting(self._zygotes)

    def _on_sandbox_failure(self, error: OSError) -> None:
        if self._waiting:
            waiting = self._waiting.popleft()
            self._refuse(waiting.hello, f"fork failed: {error.strerror}")
            waiting.conn.close()
        else:
            # The next run gets a new sandbox, and is refused with the reason if that fails.
            self._next_prefork = time.monotonic() + _PREFORK_PAUSE

    def _refuse(self, hello: dict, reason: str) -> None:
        self._report({"type": "refused", "id": hello["id"], "message": reason})

    def _add(self, run: Run) -> None:
        soon = time.monotonic() + self._poll_interval
        self._next_poll = min(self._next_poll, soon) if self._runs.active else soon
        self._runs.add(run)
        self._report({"type": "started", "id": run.id})

    def _assign(self, sandbox: Sandbox, conn: socket.socket, hello: dict, received: bytes) -> None:
        memory_bytes = hello["memory_bytes"]
        if sandbox.group is not None and memory_bytes:
            # Pages copied from this process are not the run's. The run has one for each page that it writes to.
            allowance = self._runs.baseline.resident
            # The first process of the sandbox is also in the group.
            sandbox.group.limit(memory_bytes, allowance, confine.processes_for(memory_bytes) + 1)
        sandbox.assign(conn, hello, received)

    def _on_report(self, sandbox: Sandbox) -> None:
        # The sandbox may have ended and been closed since it was selected.
        if self._runs.take_report(sandbox):
            self._selector.unregister(sandbox)

    def _close_sandbox(self, sandbox: Sandbox) -> None:
        if sandbox in self._selector.get_map():
            self._selector.unregister(sandbox)
        sandbox.close()

    def _be_run(self, conn_fd: int, hello: dict, received: bytes, refusal_fd: int) -> None:
        self._be(conn_fd, hello, received, WORK_DIR, None, refusal_fd)

    def _be(
        self, conn_fd: int, hello: dict, received: bytes, cwd: str, server: Optional[int], refusal_fd: Optional[int] = None
    ) -> None:
        run_process.be_run(conn_fd, hello, received, cwd, server, self._runs.baseline.space, self._packages, refusal_fd)

    def _remove(self, cwd: str):
        """Removes a run's directory. If it contains files, a child removes it; returns the child's pid."""
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

    def _report(self, message: dict) -> None:
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


def _received(sock: socket.socket) -> bytes:
    """Returns received bytes; none if the other end is closed. The kernel reports an error if the other end had unread
    data.
    """
    try:
        return sock.recv(65536)
    except ConnectionResetError:
        return b""


def _open_up_and_retry(function, path, _info) -> None:
    # A script may have removed the permissions of its own directory.
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
