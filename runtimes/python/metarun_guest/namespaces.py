"""Walls around each run, where the fork server itself is in a sandbox.

A run gets namespaces of its own (user, processes, mounts, network, System V memory) and a filter on system
calls. Their first process sets them up, and the script's process, a child of it, gets as far as it can without
knowing the script; both wait for a run. When the first process ends, the kernel has killed everything else in
there.
"""

import _signal
import ctypes
import os
import signal
import socket
import struct
import sys
import threading
import time
from typing import Callable, NamedTuple, Optional, Union

from . import linux, oom_score, processes, sessions, users
from .control_groups import ControlGroup, ControlGroups
from .handing import packed, send_with, take, take_with
from .mounts import Mounts, change_root
from .users import NOBODY, Ids

# All but that of mounts: see Mounts.
_NEW_NAMESPACES = 0x10000000 | 0x20000000 | 0x40000000 | 0x08000000
# What is forked is a sibling of the process that forks it.
_SIBLING = 0x8000
_NEW_GROUPS = 0x02000000
_CLONE = {"x86_64": 56, "aarch64": 220}
_CHILD = _NEW_NAMESPACES | signal.SIGCHLD
_BY_FOUNDER = _CHILD | _SIBLING
# Of a run that has ended: status, CPU time in µs, resident bytes.
_END = struct.Struct("=iQQ")
_MAX_REASON = 1000
_MOST_SECONDS = 5.0
# What a trial may have in a control group.
_TRIAL_BYTES = 16 * 1024**2
_TRIAL_PROCESSES = 8
_PR_SET_DUMPABLE, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS = 4, 22, 38
_SECCOMP_MODE_FILTER = 2

if sys.platform == "linux":
    # What a process touches after its fork the kernel copies, page by page. So all that can be is made here: these
    # functions, and what they take. For the same reason `_signal`, which `signal` wraps in enumerations.
    _libc = ctypes.CDLL(None, use_errno=True)
    _prctl, _unshare = _libc.prctl, _libc.unshare
    # Without letting go of the interpreter's lock: the copy of this thread must not wait for it.
    _locked_libc = ctypes.PyDLL(None, use_errno=True)
    _syscall, _fork_call = _locked_libc.syscall, _locked_libc.fork
    _clone_number = _CLONE.get(os.uname().machine)


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_char_p)]


class Guest(NamedTuple):
    """What a script's process does: `prepare(keep_fd)` before it knows its run, then `run`.

    `prepare` closes every descriptor past 2 but `keep_fd`; `run` takes the run's channel, its hello, and what has come in behind
    that; it ends the process.
    """

    prepare: Callable[[int], None]
    run: Callable[[int, dict, bytes], None]


class End(NamedTuple):
    """How the process of a run ended, as by os.wait(), and what all processes in its room have used.

    `max_resident`: of the largest one, in bytes.
    """

    status: int
    cpu_ms: float
    max_resident: int


class Room:
    """Namespaces that wait for one run, then hold it. `pid`: their first process. `group`: where all of it is in one.

    It can be selected on: once there is something to read, `look_for_end()` may know the end.
    """

    def __init__(
        self,
        pid: int,
        door: socket.socket,
        user: int,
        leave: Callable[[], None] = lambda: None,
        count: Callable[[int], None] = lambda _niceness: None,
        group: Optional[ControlGroup] = None,
    ) -> None:
        """`user`: whose it is; NOBODY for this process's own. `leave()` is called when nothing of it is left.

        `count(niceness)`: has all processes in it together count so much where others want a processor.
        """
        self.pid = pid
        self.count = count
        self._user = user
        self.group = group
        self._door = door
        self._leave = leave
        self._end: Union[End, str, None] = None

    def fileno(self) -> int:
        return self._door.fileno()

    def take_in(self, conn: socket.socket, hello: dict, received: bytes) -> None:
        """Hands a run over. Raises OSError when the first process has ended."""
        send_with(self._door, packed(hello, received), conn.fileno())

    def look_for_end(self) -> Union[End, str, None]:
        """How the run ended, or why there was none.

        None while that is not known yet, and for good when the first process was killed. It comes before that
        process ends: the kernel takes a while for what it holds.
        """
        if self._end is None:
            try:
                told = self._door.recv(_MAX_REASON, socket.MSG_DONTWAIT)
            except OSError:
                told = b""
            if len(told) == _END.size:
                status, cpu_us, max_resident = _END.unpack(told)
                self._end = End(status, cpu_us / 1000, max_resident)
            elif told:
                self._end = told.decode("utf-8", "replace").rstrip()
        return self._end

    def act_as_user(self, act: Callable[[], None]) -> None:
        """Calls `act()` with the rights of whose it is."""
        if self._user != NOBODY:
            users.act_as(self._user)
        try:
            act()
        finally:
            if self._user != NOBODY:
                users.act_as(NOBODY)

    def close(self) -> None:
        self._door.close()
        self._leave()


class Namespaces:
    """Makes rooms for runs.

    `filter_code`: what a run may ask of the kernel, as struct sock_filter[]; empty for no filter.
    """

    def __init__(self, filter_code: bytes) -> None:
        self._code = filter_code
        self._filter = ctypes.pointer(_Program(len(filter_code) // 8, filter_code))

    def open_room(self, guest: Guest, user: int, group: Optional[ControlGroup]) -> Room:
        door, inside = socket.socketpair()
        group_door = -1 if group is None else group.open_door()
        with inside:
            pid = self._fork_first(guest, inside.fileno(), user, group_door, _CHILD)
        if pid < 0:
            door.close()
            raise OSError(-pid, f"clone: {os.strerror(-pid)}")
        return Room(pid, door, user, group=group)

    def found(self, guest: Guest, door: int, user: int, group_door: int) -> int:
        """Forks the first process of a room as a sibling of this process; its pid, or the negative number of an error.

        `door`: descriptor of the inner end of the room's door. `user`: whom the room is; NOBODY for who this process is.
        `group_door`: that of its control group, or -1.
        """
        return self._fork_first(guest, door, user, group_door, _BY_FOUNDER)

    def fork_sibling(self) -> int:
        """Forks this process into a sibling of it: 0 in there, else its pid or the negative number of an error."""
        pid = _syscall(_clone_number, _SIBLING | signal.SIGCHLD, 0, 0, 0, 0)
        return pid if pid >= 0 else -ctypes.get_errno()

    def _fork_first(self, guest: Guest, door: int, user: int, group_door: int, flags: int) -> int:
        if user != NOBODY:
            users.act_as(user)
        pid = _syscall(_clone_number, flags, 0, 0, 0, 0)
        if pid == 0:
            self._be_first(guest, socket.socket(fileno=door), user, group_door)
        error = ctypes.get_errno()
        if user != NOBODY:
            users.act_as(NOBODY)
        return pid if pid > 0 else -error

    def _be_first(self, guest: Guest, door: socket.socket, user: int, group_door: int) -> None:
        try:
            _signal.set_wakeup_fd(-1)
            _signal.signal(_signal.SIGCHLD, _signal.SIG_DFL)
            # Without a handler a signal from within does nothing to the first process.
            _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
            if group_door >= 0:
                _enter_group(group_door)
            # With another run's channel open here the host would not see that run end.
            os.closerange(3, door.fileno())
            linux.close_from(door.fileno() + 1)
            _enter(user)
            to_script, from_first = socket.socketpair()
            script = _fork()
            if script == 0:
                self._be_script(guest, from_first)
            from_first.close()
            # Whatever the script does, this process must not wait for a processor at its end: see Mounts.
            sessions.begin()
            mounts = Mounts()
            send_with(to_script, b"root", mounts.root)
            run = take(door)
            mounts.mount_for(run.memory_bytes, run.network)
            _drop_rights()
            # The script could write to the memory of this process, which has none of its limits.
            _prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
            run.hand_to(to_script)
            to_script.close()
            end = _end_with(script)
            door.sendall(_END.pack(end.status, round(end.cpu_ms * 1000), end.max_resident))
        except EOFError:
            pass
        except BaseException as error:
            # Never as long as an end.
            door.sendall(str(error).encode()[:_MAX_REASON].ljust(_END.size + 1))
        finally:
            os._exit(0)

    def _be_script(self, guest: Guest, first: socket.socket) -> None:
        try:
            _signal.signal(_signal.SIGINT, _signal.default_int_handler)
            _, root, _ = take_with(first)
            change_root(root)
            self._give_up_rights()
            guest.prepare(first.fileno())
            with first:
                run = take(first)
            guest.run(run.conn, run.hello, run.received)
        except BaseException as error:
            print(f"no process for the script: {error}", file=sys.stderr)
        finally:
            os._exit(70)

    def _give_up_rights(self) -> None:
        _drop_rights()
        if self._code:
            linux.check(_prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, self._filter, 0, 0), "seccomp")


def _fork() -> int:
    """As os.fork(), but without what modules do in a child, which writes to much of the memory that it shares.

    This process has one thread, so that no lock can be held. `random` has to be seeded by the child.
    """
    pid = _fork_call()
    if pid < 0:
        raise OSError(ctypes.get_errno(), "fork")
    if pid == 0:
        # What os.fork() has a child do; `threading` has no public name for it.
        threading.main_thread()._set_native_id()  # pyright: ignore[reportAttributeAccessIssue]
    return pid


def _enter_group(door: int) -> None:
    """For good, and while this process is really still who has opened `door`, as the kernel demands (v1)."""
    os.write(door, b"0")
    # Else /proc would tell its path, which is the host's.
    linux.check(_unshare(_NEW_GROUPS), "unshare")


def _enter(user: int) -> None:
    """What the first process can do before it knows its run, as `user` of the namespace above."""
    # The only user here; root of nothing, so that no program it starts has capabilities.
    linux.write("/proc/self/setgroups", "deny")
    linux.write("/proc/self/uid_map", f"{NOBODY} {user} 1")
    linux.write("/proc/self/gid_map", f"{NOBODY} {NOBODY} 1")
    if user != NOBODY:
        # The kernel counts for whom a process really is.
        os.setresuid(NOBODY, NOBODY, NOBODY)
    linux.write("/proc/self/oom_score_adj", str(oom_score.FIRST))


def try_out(filter_code: bytes, ids: Optional[Ids]) -> None:
    """Makes one process as a run would be made. Raises OSError that says what does not work here."""
    user = min(users.become(ids), 1) or NOBODY
    end = _end_of_trial(filter_code, user, None, lambda: os._exit(0))
    if not isinstance(end, End) or end.status != 0:
        raise OSError(f"namespaces for a run: {end}")


def try_groups(filter_code: bytes, ids: Optional[Ids], groups: ControlGroups) -> None:
    """The same in a control group, where it takes more memory than it may have."""
    user = min(users.become(ids), 1) or NOBODY
    group = groups.make()
    end = _end_of_trial(filter_code, user, group, _take_too_much)
    if not isinstance(end, End):
        raise OSError(f"control group for a run: {end}")
    if end.status != signal.SIGKILL or not group.was_full:
        raise OSError("the limit of a control group on memory is not held by the kernel")


def _take_too_much() -> None:
    _ = b"1" * (4 * _TRIAL_BYTES)
    os._exit(0)


def _end_of_trial(filter_code: bytes, user: int, group: Optional[ControlGroup], act: Callable[[], None]) -> Union[End, str, None]:
    guest = Guest(lambda _keep_fd: None, lambda _conn, _hello, _received: act())
    room = Namespaces(filter_code).open_room(guest, user, group)
    _expect_user(room.pid, user)
    if group is not None:
        group.limit(_TRIAL_BYTES, 0, _TRIAL_PROCESSES)
    nothing = socket.socket(socket.AF_UNIX)
    room.take_in(nothing, {"memory_bytes": 1024**2, "network": False}, b"")
    os.waitpid(room.pid, 0)
    return room.look_for_end()


def _expect_user(pid: int, user: int) -> None:
    """The first process becomes its user by itself; it then waits for its run."""
    until = time.monotonic() + _MOST_SECONDS
    while True:
        with open(f"/proc/{pid}/status", encoding="utf-8") as status:
            ids = next(line.split()[1:] for line in status if line.startswith("Uid:"))
        if ids == [str(user)] * 4:
            return
        if time.monotonic() > until:
            raise OSError(f"a run is user {ids}, and not {user}")
        time.sleep(0.001)


def _end_with(script: int) -> End:
    """Waits for the script, then ends what it has left behind, so that the kernel tells what that used."""
    status, cpu_ms, max_resident = 0, 0.0, 0
    while True:
        try:
            pid, ended, used = os.wait4(-1, 0)
        except ChildProcessError:
            return End(status, cpu_ms, max_resident)
        cpu_ms += processes.cpu_ms_of(used)
        max_resident = max(max_resident, processes.max_resident_of(used))
        if pid == script:
            status = ended
            _kill_all()


def _kill_all() -> None:
    try:
        os.kill(-1, signal.SIGKILL)
    except ProcessLookupError:
        pass


def _drop_rights() -> None:
    """For good: nothing that the process executes has any either."""
    users.keep_capabilities()
    linux.check(_prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs")
