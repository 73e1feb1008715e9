"""Walls around each run, where the fork server itself is in a sandbox.

A run gets namespaces of its own (user, processes, mounts, network, System V memory) and a filter on system
calls. Their first process sets them up and waits; the script is a child of it. When the first process ends,
the kernel has killed everything else in there.
"""

import ctypes
import json
import os
import signal
import socket
import struct
import sys
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
_CLONE = {"x86_64": 56, "aarch64": 220}
_NOSUID, _NODEV, _NOEXEC, _BIND = 2, 4, 8, 4096
_DETACH = 2
_LENGTHS = struct.Struct("=II")
_PR_SET_DUMPABLE, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS = 4, 22, 38
_SECCOMP_MODE_FILTER = 2
_CAPABILITY_VERSION_3 = 0x20080522

if sys.platform == "linux":
    _libc = ctypes.CDLL(None, use_errno=True)
    # Without letting go of the interpreter's lock: the copy of this thread must not wait for it.
    _locked_libc = ctypes.PyDLL(None, use_errno=True)
    _clone_number = _CLONE.get(os.uname().machine)


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_char_p)]


# Takes a run's channel, its hello, and what has come in behind that; runs it and ends the process.
RunMain = Callable[[int, dict, bytes], None]


class End(NamedTuple):
    """How the process of a run ended, as by os.wait(), and what all processes in its room have used.

    `max_resident`: of the largest one, in bytes.
    """

    status: int
    cpu_ms: float
    max_resident: int


class Room:
    """Namespaces that wait for one run, then hold it. `pid`: their first process."""

    def __init__(self, pid: int, door: socket.socket) -> None:
        self.pid = pid
        self._door = door

    def take_in(self, conn: socket.socket, hello: dict, received: bytes) -> None:
        """Hands a run over. Raises OSError when the first process has ended."""
        head = json.dumps(hello).encode()
        socket.send_fds(self._door, [_LENGTHS.pack(len(head), len(received)) + head + received], [conn.fileno()])

    def end(self) -> Union[End, str, None]:
        """To be called once the first process has ended.

        How the run ended, or why there was none. None when the first process was killed, and when what it
        said is nonsense.
        """
        with self._door:
            self._door.setblocking(False)
            try:
                told = json.loads(self._door.recv(4096))
                if "error" in told:
                    return str(told["error"])
                end = End(int(told["status"]), float(told["cpu_ms"]), int(told["max_resident"]))
                os.waitstatus_to_exitcode(end.status)
                return end
            except (OSError, ValueError, TypeError, KeyError, OverflowError):
                return None


class Namespaces:
    """Makes rooms whose runs `main` executes.

    `filter_code`: what a run may ask of the kernel, as struct sock_filter[]; empty for no filter.
    """

    def __init__(self, filter_code: bytes) -> None:
        self._code = filter_code
        self._filter = _Program(len(filter_code) // 8, filter_code)
        self._has_egress = os.path.isdir(_EGRESS)

    def open_room(self, main: RunMain) -> Room:
        door, inside = socket.socketpair()
        with inside:
            pid = _locked_libc.syscall(_clone_number, _NEW_NAMESPACES | signal.SIGCHLD, 0, 0, 0, 0)
            if pid == 0:
                self._be_first(main, inside)
        if pid < 0:
            door.close()
            error = ctypes.get_errno()
            raise OSError(error, os.strerror(error))
        return Room(pid, door)

    def _be_first(self, main: RunMain, door: socket.socket) -> None:
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            # Without a handler a signal from within does nothing to the first process.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            # With another run's channel open here the host would not see that run end.
            os.closerange(3, door.fileno())
            linux.close_from(door.fileno() + 1)
            _enter()
            egress = _cover_egress() if self._has_egress else None
            conn, hello, received = _take(door)
            if egress is not None:
                _uncover_egress(egress, hello["network"])
            self._confine(hello["memory_bytes"])
            # The script could write to the memory of this process, which has none of its limits.
            _libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
            script = os.fork()
            if script == 0:
                _libc.prctl(_PR_SET_DUMPABLE, 1, 0, 0, 0)
                signal.signal(signal.SIGINT, signal.default_int_handler)
                main(conn, hello, received)
            os.close(conn)
            _report(door, _end_with(script)._asdict())
        except EOFError:
            pass
        except BaseException as error:
            _report(door, {"error": str(error)})
        finally:
            os._exit(0)

    def _confine(self, memory_bytes: int) -> None:
        options = f"size={memory_bytes},nr_inodes={_MAX_FILES},mode=755"
        _mount("tmp", "/tmp", "tmpfs", _NOSUID | _NODEV, options)
        os.mkdir(_SHARED_MEMORY)
        _mount(_SHARED_MEMORY, "/dev/shm", "", _BIND, "")
        _drop_capabilities()
        _check(_libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs")
        if self._code:
            loaded = _libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(self._filter), 0, 0)
            _check(loaded, "seccomp")


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


def _take(door: socket.socket) -> Tuple[int, dict, bytes]:
    """Waits for a run. Raises EOFError when there will be none."""
    data, fds, _, _ = socket.recv_fds(door, 256 * 1024, 1)
    while data and len(data) < _LENGTHS.size + sum(_LENGTHS.unpack_from(data)):
        data += door.recv(256 * 1024)
    if not data:
        raise EOFError
    head, _ = _LENGTHS.unpack_from(data)
    rest = data[_LENGTHS.size :]
    return fds[0], json.loads(rest[:head]), rest[head:]


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
    _libc.prctl(_PR_SET_DUMPABLE, 1, 0, 0, 0)


def try_out(filter_code: bytes) -> None:
    """Makes one process as a run would be made. Raises OSError that says what does not work here."""
    become_nobody()
    room = Namespaces(filter_code).open_room(lambda _conn, _hello, _received: os._exit(0))
    nothing = socket.socket(socket.AF_UNIX)
    room.take_in(nothing, {"memory_bytes": 1024**2, "network": False}, b"")
    os.waitpid(room.pid, 0)
    end = room.end()
    if not isinstance(end, End) or end.status != 0:
        raise OSError(f"namespaces for a run: {end}")


def _report(door: socket.socket, message: dict) -> None:
    door.sendall(json.dumps(message).encode())


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
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    nothing = (ctypes.c_uint32 * 6)()
    _check(_libc.capset(header, nothing), "capset")


def _mount(source: str, target: str, kind: str, flags: int, options: str) -> None:
    made = _libc.mount(source.encode(), target.encode(), kind.encode(), ctypes.c_ulong(flags), options.encode())
    _check(made, f"mount {target}")


def _check(result: int, what: str) -> None:
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{what}: {os.strerror(error)}")


def _write(path: str, text: str) -> None:
    fd = os.open(path, os.O_WRONLY)
    try:
        os.write(fd, text.encode())
    finally:
        os.close(fd)
