"""Walls around each run, where the fork server itself is in a sandbox.

A run gets namespaces of its own (user, processes, mounts, network, System V memory) and a filter on system
calls. Their first process sets them up, and the script's process, a child of it, gets as far as it can without
knowing the script; both wait for a run. When the first process ends, the kernel has killed everything else in
there.
"""

import _signal
import ctypes
import json
import os
import signal
import socket
import struct
import sys
import threading
from typing import Callable, NamedTuple, Tuple, Union

from . import linux, processes

NOBODY = 65534
# A run's own /tmp, of which its working directory is a part.
WORK_DIR = "/tmp/work"
_SHARED_MEMORY = "/tmp/.shm"
# Where the sandbox has put the socket that leads to the network.
_EGRESS = "/run/metarun"
# An empty folder that cannot be written.
_NOTHING = "/dev/shm"
# A file's own cost in the kernel is about 1 KiB, which no size limit counts.
_MAX_FILES = 16384
_NEW_NAMESPACES = 0x10000000 | 0x20000000 | 0x00020000 | 0x40000000 | 0x08000000
# What is forked is a sibling of the process that forks it.
_SIBLING = 0x8000
_CLONE = {"x86_64": 56, "aarch64": 220}
_CHILD = _NEW_NAMESPACES | signal.SIGCHLD
_BY_FOUNDER = _CHILD | _SIBLING
_NOSUID, _NODEV, _NOEXEC, _BIND = 2, 4, 8, 4096
_DETACH = 2
# Of a run on its way to its process: its memory in bytes, whether it has a network, the lengths of its hello and
# of what came behind that.
_HEAD = struct.Struct("=Q?II")
_DESCRIPTOR = struct.Struct("i")
# More would be mapped and unmapped for each.
_CHUNK = 32 * 1024
# Of a run that has ended: status, CPU time in µs, resident bytes.
_END = struct.Struct("=iQQ")
_MAX_REASON = 1000
_PR_SET_DUMPABLE, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS = 4, 22, 38
_SECCOMP_MODE_FILTER = 2
_CAPABILITY_VERSION_3 = 0x20080522

if sys.platform == "linux":
    # What a process touches after its fork the kernel copies, page by page. So all that can be is made here: these
    # functions, and what they take. For the same reason `_signal`, which `signal` wraps in enumerations.
    _libc = ctypes.CDLL(None, use_errno=True)
    _prctl, _mount_call, _capset = _libc.prctl, _libc.mount, _libc.capset
    # Without letting go of the interpreter's lock: the copy of this thread must not wait for it.
    _locked_libc = ctypes.PyDLL(None, use_errno=True)
    _syscall, _fork_call = _locked_libc.syscall, _locked_libc.fork
    _clone_number = _CLONE.get(os.uname().machine)
    _capability_header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    _no_capabilities = (ctypes.c_uint32 * 6)()


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_char_p)]


class Guest(NamedTuple):
    """What a script's process does: `prepare(keep_fd)` before it knows its run, then `run`.

    `prepare` closes every descriptor past 2 but `keep_fd`; `run` takes the run's channel, its hello, and what has come in behind that; it ends the process.
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
    """Namespaces that wait for one run, then hold it. `pid`: their first process.

    It can be selected on: once there is something to read, `look_for_end()` may know the end.
    """

    def __init__(self, pid: int, door: socket.socket) -> None:
        self.pid = pid
        self._door = door
        self._end: Union[End, str, None] = None

    def fileno(self) -> int:
        return self._door.fileno()

    def take_in(self, conn: socket.socket, hello: dict, received: bytes) -> None:
        """Hands a run over. Raises OSError when the first process has ended."""
        text = json.dumps(hello).encode()
        head = _HEAD.pack(hello["memory_bytes"], hello["network"], len(text), len(received))
        send_with(self._door, head + text + received, conn.fileno())

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

    def close(self) -> None:
        self._door.close()


class Namespaces:
    """Makes rooms for runs.

    `filter_code`: what a run may ask of the kernel, as struct sock_filter[]; empty for no filter.
    """

    def __init__(self, filter_code: bytes) -> None:
        self._code = filter_code
        self._filter = ctypes.pointer(_Program(len(filter_code) // 8, filter_code))
        self._has_egress = os.path.isdir(_EGRESS)

    def open_room(self, guest: Guest) -> Room:
        door, inside = socket.socketpair()
        with inside:
            pid = self._fork_first(guest, inside.fileno(), _CHILD)
        if pid < 0:
            door.close()
            raise OSError(-pid, f"clone: {os.strerror(-pid)}")
        return Room(pid, door)

    def found(self, guest: Guest, door: int) -> int:
        """Forks the first process of a room as a sibling of this process; its pid, or the negative number of an error.

        `door`: descriptor of the inner end of the room's door.
        """
        return self._fork_first(guest, door, _BY_FOUNDER)

    def _fork_first(self, guest: Guest, door: int, flags: int) -> int:
        pid = _syscall(_clone_number, flags, 0, 0, 0, 0)
        if pid == 0:
            self._be_first(guest, socket.socket(fileno=door))
        return pid if pid > 0 else -ctypes.get_errno()

    def _be_first(self, guest: Guest, door: socket.socket) -> None:
        try:
            _signal.set_wakeup_fd(-1)
            _signal.signal(_signal.SIGCHLD, _signal.SIG_DFL)
            # Without a handler a signal from within does nothing to the first process.
            _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
            # With another run's channel open here the host would not see that run end.
            os.closerange(3, door.fileno())
            linux.close_from(door.fileno() + 1)
            _enter()
            egress = _cover_egress() if self._has_egress else None
            to_script, from_first = socket.socketpair()
            script = _fork()
            if script == 0:
                self._be_script(guest, from_first)
            from_first.close()
            run = _take(door)
            if egress is not None:
                _uncover_egress(egress, run.network)
            _mount_own(run.memory_bytes)
            _drop_capabilities()
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
            self._give_up_rights()
            guest.prepare(first.fileno())
            with first:
                run = _take(first)
            guest.run(run.conn, run.hello, run.received)
        except BaseException as error:
            print(f"no process for the script: {error}", file=sys.stderr)
        finally:
            os._exit(70)

    def _give_up_rights(self) -> None:
        _drop_capabilities()
        if self._code:
            _check(_prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, self._filter, 0, 0), "seccomp")


def _fork() -> int:
    """As os.fork(), but without what modules do in a child, which writes to much of the memory that it shares.

    This process has one thread, so that no lock can be held. `random` has to be seeded by the child.
    """
    pid = _fork_call()
    if pid < 0:
        raise _os_error("fork")
    if pid == 0:
        threading.main_thread()._set_native_id()
    return pid


def _mount_own(memory_bytes: int) -> None:
    """A /tmp and a /dev/shm for the run, in its memory."""
    options = f"size={memory_bytes},nr_inodes={_MAX_FILES},mode=755"
    _mount("tmp", "/tmp", "tmpfs", _NOSUID | _NODEV, options)
    os.mkdir(_SHARED_MEMORY)
    _mount(_SHARED_MEMORY, "/dev/shm", "", _BIND, "")


def _enter() -> None:
    """What the first process can do before it knows its run."""
    # The only user here; root of nothing, so that no program it starts has capabilities.
    _write("/proc/self/setgroups", "deny")
    _write("/proc/self/uid_map", f"{NOBODY} {os.getuid()} 1")
    _write("/proc/self/gid_map", f"{NOBODY} {os.getgid()} 1")
    # What the kernel kills first when the machine runs out of memory.
    _write("/proc/self/oom_score_adj", "1000")
    try:
        _mount("proc", "/proc", "proc", _NOSUID | _NODEV | _NOEXEC, "")
    except PermissionError:
        # In a container that hides parts of /proc the kernel grants no new one: then there is none.
        _mount("none", "/proc", "tmpfs", _NOSUID | _NODEV | _NOEXEC, "size=0,nr_inodes=1,mode=555")


def _cover_egress() -> int:
    """Hides the way to the network, as most runs have none; returns a descriptor of it."""
    egress = os.open(_EGRESS, os.O_PATH)
    _mount(_NOTHING, _EGRESS, "", _BIND, "")
    return egress


def _uncover_egress(egress: int, wanted: bool) -> None:
    if wanted:
        # On top of the cover: to take that off takes milliseconds. By no path of /proc, which may be empty.
        os.fchdir(egress)
        _mount(".", _EGRESS, "", _BIND, "")
        os.chdir("/")
    os.close(egress)


class _Handed:
    """A run on its way to its process: its channel, its hello, and what has come in behind that."""

    def __init__(self, conn: int, data: bytes) -> None:
        self.conn = conn
        self._data = data
        self.memory_bytes, self.network, self._length, _ = _HEAD.unpack_from(data)

    @property
    def hello(self) -> dict:
        return json.loads(self._data[_HEAD.size : _HEAD.size + self._length])

    @property
    def received(self) -> bytes:
        return self._data[_HEAD.size + self._length :]

    def hand_to(self, process: socket.socket) -> None:
        send_with(process, self._data, self.conn)
        os.close(self.conn)


def send_with(line: socket.socket, data: bytes, fd: int) -> None:
    """Sends data and a descriptor."""
    line.sendmsg([data], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, _DESCRIPTOR.pack(fd))])


def take_with(line: socket.socket) -> Tuple[bytes, int]:
    """Waits for data that came by `send_with`, or the beginning of it. Raises EOFError when there will be none."""
    data, extra, _, _ = line.recvmsg(_CHUNK, 64)
    if not data:
        raise EOFError
    return data, _DESCRIPTOR.unpack(extra[0][2])[0]


def _take(door: socket.socket) -> _Handed:
    """Waits for a run. Raises EOFError when there will be none."""
    data, conn = take_with(door)
    while len(data) < _HEAD.size + sum(_HEAD.unpack_from(data)[2:]):
        data += door.recv(_CHUNK)
    return _Handed(conn, data)


def become_nobody() -> None:
    """Where bubblewrap left this process root: becomes NOBODY, without any capability."""
    if os.getuid() != 0:
        return
    # Beside a /proc that is covered in parts the kernel mounts no other.
    with open("/proc/self/mountinfo", encoding="utf-8") as table:
        covers = [line.split()[4] for line in table]
    for cover in covers:
        if cover.startswith("/proc/"):
            _check(_libc.umount2(cover.encode(), _DETACH), f"umount {cover}")
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)
    # The change has made this process's own files in /proc root's; its children have to write there.
    _prctl(_PR_SET_DUMPABLE, 1, 0, 0, 0)


def try_out(filter_code: bytes) -> None:
    """Makes one process as a run would be made. Raises OSError that says what does not work here."""
    become_nobody()
    guest = Guest(lambda _keep_fd: None, lambda _conn, _hello, _received: os._exit(0))
    room = Namespaces(filter_code).open_room(guest)
    nothing = socket.socket(socket.AF_UNIX)
    room.take_in(nothing, {"memory_bytes": 1024**2, "network": False}, b"")
    os.waitpid(room.pid, 0)
    end = room.look_for_end()
    if not isinstance(end, End) or end.status != 0:
        raise OSError(f"namespaces for a run: {end}")


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


def _drop_capabilities() -> None:
    """For good: nothing that the process executes has any either."""
    _check(_capset(_capability_header, _no_capabilities), "capset")
    _check(_prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs")


def _mount(source: str, target: str, kind: str, flags: int, options: str) -> None:
    made = _mount_call(source.encode(), target.encode(), kind.encode(), ctypes.c_ulong(flags), options.encode())
    _check(made, f"mount {target}")


def _check(result: int, what: str) -> None:
    if result < 0:
        raise _os_error(what)


def _os_error(what: str) -> OSError:
    error = ctypes.get_errno()
    return OSError(error, f"{what}: {os.strerror(error)}")


def _write(path: str, text: str) -> None:
    fd = os.open(path, os.O_WRONLY)
    try:
        os.write(fd, text.encode())
    finally:
        os.close(fd)
