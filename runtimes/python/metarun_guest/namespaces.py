"""The namespace sandbox around each run, if the fork server itself runs in a sandbox.

A run gets its own namespaces (user, processes, mounts, network, System V memory) and a filter on system calls. The
first process of the sandbox sets them up. The script's process is its child, and prepares as far as it can without
knowing the script. Both then wait for a run. When the first process ends, the kernel has already killed all other
processes in the sandbox.
"""

import _signal
import _socket
import _thread
import ctypes
import os
import signal
import socket
import struct
import sys
import threading
import time
from typing import Callable, NamedTuple, Optional, Union

from . import linux, native_sockets, oom_score, processes, seccomp_listener, sessions, users
from .control_groups import ControlGroup, ControlGroups
from .handover import pack_run, receive_run, receive_with, send_with
from .mounts import Mounts, change_root, find_covers
from .native_sockets import NativeSockets
from .output_pipes import Pipes
from .users import NOBODY, Ids

# All namespaces except the mount namespace: see Mounts.
_NEW_NAMESPACES = 0x10000000 | 0x20000000 | 0x40000000 | 0x08000000
# Makes the forked process a sibling of the process that forks it.
_SIBLING = 0x8000
_NEW_GROUPS = 0x02000000
_CLONE = {"x86_64": 56, "aarch64": 220}
_CHILD = _NEW_NAMESPACES | signal.SIGCHLD
_BY_ZYGOTE = _CHILD | _SIBLING
# The end of a run: status, CPU time in µs, resident bytes, and the lengths of its last output on both streams, which
# follow.
_END = struct.Struct("=iQQII")
_MAX_REASON = 1000
_CHUNK = 64 * 1024
# First bytes of the report of an end, and of a failure's reason.
_ENDED, _BEGUN, _NOT_BEGUN = b"E", b"1", b"0"
_ENDED_EARLY = "the script's process ended before it had a script"
# Interval of polls of whether the first process of a trial has changed to its user (seconds).
_LOOK_SECONDS = 0.001
# Limits of the trial in a control group.
_TRIAL_BYTES = 16 * 1024**2
_TRIAL_PROCESSES = 8
_PR_SET_DUMPABLE, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS = 4, 22, 38
_SECCOMP_MODE_FILTER = 2

if sys.platform == "linux":
    # After a fork, the kernel copies every page that a process writes to. These functions and their arguments are
    # therefore created here. `_signal` and `_socket` are used for the same reason: `signal` and `socket` wrap them in
    # Python.
    _libc = ctypes.CDLL(None, use_errno=True)
    _prctl, _unshare = _libc.prctl, _libc.unshare
    # PyDLL keeps the interpreter's lock: the copy of this thread must not wait for it.
    _locked_libc = ctypes.PyDLL(None, use_errno=True)
    _syscall, _fork_call = _locked_libc.syscall, _locked_libc.fork
    _main_thread = threading.main_thread()
    _clone_number = _CLONE.get(os.uname().machine)
    _rights_of_first = users.capabilities(*native_sockets.CAPABILITIES)
    _no_rights = users.capabilities()


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_char_p)]


class Guest(NamedTuple):
    """The code of a script's process: `prepare(keep_fd, pipes)` before it has a run, then `run`.

    `prepare` makes `pipes` its output, and closes every other descriptor above 2 except `keep_fd`. `run` takes the
    run's channel, its hello, the bytes received after that, and `keep_fd`. It closes `keep_fd` when it starts, or
    writes the reason to it if the script cannot start. It ends the process.
    """

    prepare: Callable[[int, Pipes], None]
    run: Callable[[int, dict, bytes, int], None]


class End(NamedTuple):
    """The end of a run's process, as from os.wait(), and the resources used by all processes of its sandbox.

    `max_resident` is that of the largest process, in bytes. `words` is the unread rest of its standard output and
    standard error.
    """

    status: int
    cpu_ms: float
    max_resident: int
    words: tuple[bytes, bytes] = (b"", b"")


class Failure(NamedTuple):
    """Reason why a sandbox cannot report an end of its run. No code of the run has run unless `has_begun`."""

    reason: str
    has_begun: bool


class Sandbox:
    """Namespaces that wait for one run, then hold it. `pid` is their first process. `group` is its control group, if
    any.

    The object can be selected on: once it is readable, `read_end()` may return the end.
    """

    def __init__(
        self,
        pid: int,
        control: socket.socket,
        user: int,
        release: Callable[[], None] = lambda: None,
        set_niceness: Callable[[int], None] = lambda _niceness: None,
        group: Optional[ControlGroup] = None,
    ) -> None:
        """`user` is the kernel user of the sandbox; NOBODY for this process's own.

        `release()` is called when nothing of the sandbox is left. `set_niceness(niceness)` sets its priority.
        """
        self.pid = pid
        self.set_niceness = set_niceness
        self._user = user
        self.group = group
        self._control = control
        self._release = release
        self._end: Union[End, Failure, None] = None
        self._received = b""

    def fileno(self) -> int:
        return self._control.fileno()

    def assign(self, conn: socket.socket, hello: dict, received: bytes) -> None:
        """Assigns a run to the sandbox. Raises OSError if the first process has ended."""
        # Its zygote may keep the other end open for a moment longer. The end of a collected process is not reported any
        # more.
        os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        send_with(self._control, pack_run(hello, received), conn.fileno())

    def read_end(self) -> Union[End, Failure, None]:
        """Returns how the run ended, or why it could not start or continue.

        Returns None while that is unknown, and always if the first process was killed. The report comes before that
        process ends, since the kernel takes a while to free its memory.
        """
        while self._end is None:
            try:
                data = self._control.recv(_CHUNK, socket.MSG_DONTWAIT)
            except OSError:
                data = b""
            if not data:
                break
            self._received += data
            self._end = _parse_end(self._received)
        return self._end

    def act_as_user(self, act: Callable[[], None]) -> None:
        """Calls `act()` with the rights of the sandbox's user."""
        if self._user != NOBODY:
            users.act_as(self._user)
        try:
            act()
        finally:
            if self._user != NOBODY:
                users.act_as(NOBODY)

    def close(self) -> None:
        self._control.close()
        self._release()


class Namespaces:
    """Creates sandboxes for runs.

    `filter_code` is the filter on system calls, as struct sock_filter[]; empty for no filter.
    """

    def __init__(self, filter_code: bytes) -> None:
        self._code = filter_code
        self._filter = ctypes.pointer(_Program(len(filter_code) // 8, filter_code))

    def prepare(self) -> None:
        """Does once what all sandboxes need. Called after this process has become its user."""
        find_covers()

    def open_sandbox(self, guest: Guest, user: int, group: Optional[ControlGroup]) -> Sandbox:
        control, child_end = socket.socketpair()
        members_fd = -1 if group is None else group.open_members()
        with child_end:
            pid = self._fork_first(guest, child_end.fileno(), user, members_fd, _CHILD)
        if pid < 0:
            control.close()
            raise OSError(-pid, f"clone: {os.strerror(-pid)}")
        return Sandbox(pid, control, user, group=group)

    def fork_sandbox(self, guest: Guest, control: int, user: int, members_fd: int) -> int:
        """Forks the first process of a sandbox as a sibling of this process. Returns its pid, or a negative error
        number.

        `control` is the descriptor of the child end of its control socket. `user` is its kernel user; NOBODY for that
        of this process. `members_fd` is the descriptor of the control group's list of members, or -1.
        """
        return self._fork_first(guest, control, user, members_fd, _BY_ZYGOTE)

    def fork_sibling(self) -> int:
        """Forks this process as a sibling. Returns 0 in the sibling, otherwise its pid or a negative error number."""
        pid = _syscall(_clone_number, _SIBLING | signal.SIGCHLD, 0, 0, 0, 0)
        return pid if pid >= 0 else -ctypes.get_errno()

    def _fork_first(self, guest: Guest, control: int, user: int, members_fd: int, flags: int) -> int:
        if user != NOBODY:
            users.act_as(user)
        pid = _syscall(_clone_number, flags, 0, 0, 0, 0)
        if pid == 0:
            self._be_first(guest, _socket.socket(fileno=control), user, members_fd)
        error = ctypes.get_errno()
        if user != NOBODY:
            users.act_as(NOBODY)
        return pid if pid > 0 else -error

    def _be_first(self, guest: Guest, control: _socket.socket, user: int, members_fd: int) -> None:
        has_begun = False
        try:
            _signal.set_wakeup_fd(-1)
            _signal.signal(_signal.SIGCHLD, _signal.SIG_DFL)
            # A signal from within has no effect on the first process as long as it has no handler.
            _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
            if members_fd >= 0:
                _enter_group(members_fd)
            # If another run's channel stayed open here, the host would not see the end of that run.
            os.closerange(3, control.fileno())
            linux.close_from(control.fileno() + 1)
            _enter(user)
            to_script, from_first = _socket.socketpair()
            pipes = Pipes()
            script = _fork()
            if script == 0:
                self._be_script(guest, from_first, pipes)
            from_first.close()
            pipes.give()
            # At its end, this process must not wait for a processor, whatever the script does: see Mounts.
            sessions.begin()
            mounts = Mounts()
            send_with(to_script, b"root", mounts.root)
            try:
                _, listener, _ = receive_with(to_script)
            except EOFError:
                raise OSError(_ENDED_EARLY) from None
            run = receive_run(control)
            mounts.mount_for(run.memory_bytes, run.network)
            _drop_rights(_rights_of_first)
            # Otherwise, the script could write to the memory of this process, which has none of the script's limits.
            _prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
            access = run.hello["network"] if run.network else None
            try:
                run.send_to(to_script)
            except OSError:
                raise OSError(_ENDED_EARLY) from None
            has_begun = True
            end = _end_with(script, NativeSockets(listener, access) if listener >= 0 else None)
            refusal = _receive_refusal(to_script)
            if refusal is not None:
                has_begun = False
                raise OSError(refusal)
            out, err = pipes.last_words()
            sizes = end.status, round(end.cpu_ms * 1000), end.max_resident, len(out), len(err)
            control.sendall(_ENDED + _END.pack(*sizes) + out + err)
        except EOFError:
            pass
        except BaseException as error:
            reason = (_BEGUN if has_begun else _NOT_BEGUN) + _reason(error).encode()
            control.sendall(reason[:_MAX_REASON])
        finally:
            os._exit(0)

    def _be_script(self, guest: Guest, first: _socket.socket, pipes: Pipes) -> None:
        try:
            _signal.signal(_signal.SIGINT, _signal.default_int_handler)
            _, root, _ = receive_with(first)
            change_root(root)
            listener = seccomp_listener.open_listener()
            send_with(first, b"1", *(() if listener < 0 else (listener,)))
            self._give_up_rights()
            guest.prepare(first.fileno(), pipes)
            run = receive_run(first)
            guest.run(run.conn, run.hello, run.received, first.fileno())
        except BaseException as error:
            print(f"failed to start the script's process: {error}", file=sys.stderr)
        finally:
            os._exit(70)

    def _give_up_rights(self) -> None:
        _drop_rights(_no_rights)
        if self._code:
            linux.check(_prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, self._filter, 0, 0), "seccomp")


def _parse_end(report: bytes) -> Union[End, Failure, None]:
    """Returns the report of the first process; None if the report of an end is incomplete."""
    if report[:1] != _ENDED:
        return Failure(report[1:].decode("utf-8", "replace"), report[:1] == _BEGUN)
    rest = report[1 + _END.size :]
    if len(report) < 1 + _END.size:
        return None
    status, cpu_us, max_resident, out, err = _END.unpack_from(report, 1)
    return None if len(rest) < out + err else End(status, cpu_us / 1000, max_resident, (rest[:out], rest[out:]))


def _fork() -> int:
    """Forks like os.fork(), but without the hooks of modules, which write to much of the shared memory.

    This process has one thread, so no lock can be held. The child has to seed `random` itself.
    """
    pid = _fork_call()
    if pid < 0:
        raise OSError(ctypes.get_errno(), f"fork failed: {os.strerror(ctypes.get_errno())}")
    if pid == 0:
        # os.fork() does this in a child; `threading` has no public name for it.
        _main_thread._native_id = _thread.get_native_id()  # pyright: ignore[reportAttributeAccessIssue]
    return pid


def _reason(error: BaseException) -> str:
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


def _enter_group(control: int) -> None:
    """Joins a control group for good. The kernel requires that this process still is the user who opened `members_fd`
    (v1).
    """
    os.write(control, b"0")
    # Otherwise, /proc would show the group's path on the host.
    linux.check(_unshare(_NEW_GROUPS), "unshare")


def _enter(user: int) -> None:
    """Sets up the first process as far as possible before it has a run. `user` is its user in the parent namespace."""
    # The only user here, who is not root, so that no program it starts has capabilities.
    linux.write("/proc/self/setgroups", "deny")
    linux.write("/proc/self/uid_map", f"{NOBODY} {user} 1")
    linux.write("/proc/self/gid_map", f"{NOBODY} {NOBODY} 1")
    if user != NOBODY:
        # The kernel counts resources for the real user.
        os.setresuid(NOBODY, NOBODY, NOBODY)
    linux.write("/proc/self/oom_score_adj", str(oom_score.FIRST))


def try_out(filter_code: bytes, ids: Optional[Ids]) -> None:
    """Forks one process as for a run. Raises OSError with the reason if that does not work on this machine."""
    user = min(users.become(ids), 1) or NOBODY
    end, first = _end_of_trial(filter_code, user, None, lambda: os._exit(0))
    status = end.status if isinstance(end, End) else first
    if not isinstance(end, Failure) and os.WIFSIGNALED(status):
        # It was killed from outside, which says nothing about the machine. Reported in the same way as by a shell.
        sys.exit(128 + os.WTERMSIG(status))
    if not isinstance(end, End) or end.status != 0:
        raise OSError(f"namespaces for a run: {end.reason if isinstance(end, Failure) else end}")


def try_groups(filter_code: bytes, ids: Optional[Ids], groups: ControlGroups) -> None:
    """Forks one process in a control group, and exceeds the group's memory limit."""
    user = min(users.become(ids), 1) or NOBODY
    group = groups.make()
    end, _ = _end_of_trial(filter_code, user, group, _take_too_much)
    if isinstance(end, Failure):
        raise OSError(f"control group for a run: {end.reason}")
    # On a busy machine, the kernel may also kill the first process, which then reports nothing.
    if not group.was_full or (end is not None and end.status != signal.SIGKILL):
        raise OSError("the limit of a control group on memory is not held by the kernel")


def _take_too_much() -> None:
    _ = b"1" * (4 * _TRIAL_BYTES)
    os._exit(0)


def _end_of_trial(
    filter_code: bytes, user: int, group: Optional[ControlGroup], act: Callable[[], None]
) -> tuple[Union[End, Failure, None], int]:
    """Returns how the run ended, and how its first process ended, as from os.wait()."""
    guest = Guest(lambda _keep_fd, _pipes: None, lambda _conn, _hello, _received, _keep_fd: act())
    sandbox = Namespaces(filter_code).open_sandbox(guest, user, group)
    _expect_user(sandbox.pid, user)
    if group is not None:
        group.limit(_TRIAL_BYTES, 0, _TRIAL_PROCESSES)
    nothing = socket.socket(socket.AF_UNIX)
    sandbox.assign(nothing, {"memory_bytes": 1024**2, "network": None}, b"")
    _, status = os.waitpid(sandbox.pid, 0)
    return sandbox.read_end(), status


def _expect_user(pid: int, user: int) -> None:
    """Waits until the first process has changed to its user; it then waits for its run.

    The host kills a trial that makes no progress.
    """
    while True:
        with open(f"/proc/{pid}/status", encoding="utf-8") as status:
            fields = dict(line.rstrip("\n").split(":\t", 1) for line in status if ":\t" in line)
        if fields["Uid"].split() == [str(user)] * 4:
            return
        if fields["State"].startswith("Z"):
            raise OSError(f"a run is user {fields['Uid'].split()}, and not {user}")
        time.sleep(_LOOK_SECONDS)


def _end_with(script: int, sockets: Optional[NativeSockets]) -> End:
    """Waits for the script, then ends all processes that it left behind, so that the kernel reports their usage.

    Meanwhile, serves `sockets`, the run's sockets; None if the kernel does not report their calls.
    """
    status, cpu_ms, max_resident = 0, 0.0, 0
    while True:
        try:
            pid, ended, used = os.wait4(-1, 0 if sockets is None else os.WNOHANG)
        except ChildProcessError:
            return End(status, cpu_ms, max_resident)
        if pid == 0 and sockets is not None:
            sockets.serve()
            continue
        cpu_ms += processes.compute_cpu_ms(used)
        max_resident = max(max_resident, processes.compute_max_resident(used))
        if pid == script:
            status = ended
            sockets = None
            _kill_all()


def _receive_refusal(to_script: _socket.socket) -> Optional[str]:
    """Returns why the script has not started; None if it has. Its process has ended, and the script never had the other
    end.
    """
    try:
        return to_script.recv(_MAX_REASON).decode("utf-8", "replace") or None
    except ConnectionResetError:
        # The run has not been read.
        return _ENDED_EARLY


def _kill_all() -> None:
    try:
        os.kill(-1, signal.SIGKILL)
    except ProcessLookupError:
        pass


def _drop_rights(kept: users.Capabilities) -> None:
    """Drops all rights except these capabilities for good, and all rights for every program that the process executes."""
    users.keep(kept)
    linux.check(_prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs")
