"""Linux calls that the standard library does not offer. They do nothing on other systems."""

import ctypes
import os
import signal
import struct
import sys

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_DUMPABLE = 4
_M_ARENA_MAX = -8
_SCHED_SETATTR = {"x86_64": 314, "aarch64": 274}
_RESET_ON_FORK = 1
_SHORTEST_SLICE_NS = 100_000
# struct sched_attr: size, policy (0: the normal one), flags, nice, priority, runtime, deadline, period.
_SCHED_ATTR = struct.Struct("=IIQiIQQQ")
# Above all descriptors of the fork server, which has a few for each run.
_DESCRIPTORS = 4096

# Loaded here, before any fork, so that no run pays for it.
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def die_with_parent(parent: int) -> None:
    """Makes the kernel kill this process when its parent, `parent`, ends."""
    if _libc is None:
        return
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    # The parent may have died before the call above took effect.
    if os.getppid() != parent:
        os._exit(1)


def adopt_orphans() -> None:
    """Makes this process the parent of its descendants' orphans, so that no daemon leaves its tree."""
    if _libc is not None:
        _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def share_malloc_arenas() -> None:
    """Makes threads share two heaps. Otherwise, glibc reserves 64 MiB of address space per thread, which counts towards
    a limit on address space.
    """
    if _libc is not None and hasattr(_libc, "mallopt"):
        _libc.mallopt(_M_ARENA_MAX, 2)


def be_prompt() -> None:
    """Makes the kernel run this process soon after it wakes up, in short slices: the shorter the requested slice, the
    sooner Linux 6.12 schedules it, at no higher priority. Processes that it forks do not inherit this.
    """
    number = _SCHED_SETATTR.get(os.uname().machine)
    if _libc is not None and number is not None:
        nice = os.getpriority(os.PRIO_PROCESS, 0)
        wish = _SCHED_ATTR.pack(_SCHED_ATTR.size, 0, _RESET_ON_FORK, nice, 0, _SHORTEST_SLICE_NS, 0, 0)
        # Kernels without this feature ignore the request.
        _libc.syscall(number, 0, wish, 0)


def be_dumpable() -> None:
    if _libc is not None:
        _libc.prctl(_PR_SET_DUMPABLE, 1, 0, 0, 0)


def check(result: int, what: str) -> None:
    """Raises OSError if `result` indicates that a call of the C library has failed."""
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{what}: {os.strerror(error)}")


def write(path: str, text: str) -> None:
    fd = os.open(path, os.O_WRONLY)
    try:
        os.write(fd, text.encode())
    finally:
        os.close(fd)


def close_from(fd: int) -> None:
    os.closerange(fd, _DESCRIPTORS)


# Whether RLIMIT_NPROC counts a user's processes per user namespace (Linux 5.14) instead of on the whole machine.
counts_processes_by_namespace = [int(part) for part in os.uname().release.split(".")[:2]] >= [5, 14] if _libc else False
