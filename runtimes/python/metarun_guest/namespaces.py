"""Walls around each run, where the fork server itself is in a sandbox.

A run gets namespaces of its own (user, processes, mounts, network, System V memory) and a filter on system
calls. Their first process sets them up and waits; the script is a child of it. When the first process ends,
the kernel has killed everything else in there.
"""

import ctypes
import json
import os
import signal
import sys
from typing import Callable, Union

from . import linux

NOBODY = 65534
# A run's own /tmp, of which its working directory is a part.
WORK_DIR = "/tmp/work"
_SHARED_MEMORY = "/tmp/.shm"
# A file's own cost in the kernel is about 1 KiB, which no size limit counts.
_MAX_FILES = 16384
_NEW_NAMESPACES = 0x10000000 | 0x20000000 | 0x00020000 | 0x40000000 | 0x08000000
_CLONE = {"x86_64": 56, "aarch64": 220}
_NOSUID, _NODEV, _NOEXEC, _BIND = 2, 4, 8, 4096
_DETACH = 2
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


class Namespaces:
    """`filter_code`: what a run may ask of the kernel, as struct sock_filter[]; empty for no filter."""

    def __init__(self, filter_code: bytes) -> None:
        self._code = filter_code
        self._filter = _Program(len(filter_code) // 8, filter_code)

    def fork(self, main: Callable[[], None], memory_bytes: int, status_fd: int) -> int:
        """Starts `main` in fresh namespaces; gives the pid of their first process.

        How `main`'s process ended is written to `status_fd` as JSON: {"status": as by os.wait()}, or
        {"error": why it could not be started}.
        """
        pid = _locked_libc.syscall(_clone_number, _NEW_NAMESPACES | signal.SIGCHLD, 0, 0, 0, 0)
        if pid < 0:
            error = ctypes.get_errno()
            raise OSError(error, os.strerror(error))
        if pid == 0:
            self._be_first(main, memory_bytes, status_fd)
        return pid

    def _be_first(self, main: Callable[[], None], memory_bytes: int, status_fd: int) -> None:
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            self._set_up(memory_bytes)
            script = os.fork()
            if script == 0:
                main()
            # With the run's channel open here the host would not see it end.
            os.closerange(3, status_fd)
            linux.close_from(status_fd + 1)
            _report(status_fd, {"status": _wait_for(script)})
        except BaseException as error:
            _report(status_fd, {"error": str(error)})
        finally:
            os._exit(0)

    def _set_up(self, memory_bytes: int) -> None:
        # The only user here; root of nothing, so that no program it starts has capabilities.
        _write("/proc/self/setgroups", "deny")
        _write("/proc/self/uid_map", f"{NOBODY} {os.getuid()} 1")
        _write("/proc/self/gid_map", f"{NOBODY} {os.getgid()} 1")
        # What the kernel kills first when the machine runs out of memory.
        _write("/proc/self/oom_score_adj", "1000")
        options = f"size={memory_bytes},nr_inodes={_MAX_FILES},mode=755"
        _mount("tmp", "/tmp", "tmpfs", _NOSUID | _NODEV, options)
        os.mkdir(_SHARED_MEMORY)
        _mount(_SHARED_MEMORY, "/dev/shm", "", _BIND, "")
        try:
            _mount("proc", "/proc", "proc", _NOSUID | _NODEV | _NOEXEC, "")
        except PermissionError:
            # In a container that hides parts of /proc the kernel grants no new one: then there is none.
            _mount("none", "/proc", "tmpfs", _NOSUID | _NODEV | _NOEXEC, "size=0,nr_inodes=1,mode=555")
        _drop_capabilities()
        _check(_libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs")
        if self._code:
            loaded = _libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(self._filter), 0, 0)
            _check(loaded, "seccomp")


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
    status, status_end = os.pipe()
    Namespaces(filter_code).fork(lambda: os._exit(0), 1024**2, status_end)
    os.close(status_end)
    with open(status, "rb") as pipe:
        told = status_of(pipe.read())
    if told != 0:
        raise OSError(f"namespaces for a run: {told}")


def status_of(report: bytes) -> Union[int, str, None]:
    """What came from the status descriptor of `fork`: a status as by os.wait(), or why nothing was started.

    None when the first process was killed before; also when it is nonsense, since a script can get at what
    that process has open, and so lie about its own end.
    """
    try:
        told = json.loads(report)
        os.waitstatus_to_exitcode(told.get("status", 0))
        return told["status"] if "status" in told else str(told["error"])
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError):
        return None


def _report(fd: int, message: dict) -> None:
    os.write(fd, json.dumps(message).encode())


def _wait_for(child: int) -> int:
    while True:
        pid, status = os.wait()
        if pid == child:
            return status


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
