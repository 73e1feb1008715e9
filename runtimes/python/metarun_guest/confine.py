"""The work of a forked child before it runs any user code."""

import _signal
import os
import resource
import sys
from typing import Optional

from . import called_programs, linux, niceness
from .output_pipes import Pipes

CHANNEL_FD = 3
MAX_OPEN_FILES = 1024
# Maximum number of processes and threads of a run, if the kernel counts them per run. Each writes to 1 to 2 MB just by
# starting, so more could exceed the memory of a small run before the next poll sees it.
MAX_PROCESSES = 128
_MIN_PROCESSES = 32
_BYTES_PER_PROCESS = 1024**2
MAX_FILE_BYTES = 1024**3
# Maximum number of pending signals and timers: each timer reserves one signal.
_MAX_SIGNALS = 512
# Address space for thread stacks and mappings that are reserved but never touched. Resident memory is measured
# separately.
_SPARE_ADDRESS_SPACE = 256 * 1024**2
# The run's CPU time is measured separately; the limit of each process takes effect if that measurement comes too late.
_SPARE_CPU_SECONDS = 1


def set_heritage(cwd: Optional[str]) -> None:
    """Sets what children inherit from the fork server: their environment, and limits that suit the server as well.

    `cwd` is the directory of all runs; None if each has its own.
    """
    os.environ.clear()
    os.environ.update(PATH="/usr/local/bin:/usr/bin:/bin", LANG="C.UTF-8")
    if cwd is not None:
        _set_home(cwd)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_FSIZE, MAX_FILE_BYTES)
    if sys.platform == "linux":
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _set_home(cwd: str) -> None:
    os.environ.update(HOME=cwd, TMPDIR=cwd)


def leave_processes() -> None:
    """Limits the processes of this process's children to three quarters of the limit of the user, which is the
    server's.
    """
    soft = resource.getrlimit(resource.RLIMIT_NPROC)[0]
    if soft != resource.RLIM_INFINITY:
        _limit(resource.RLIMIT_NPROC, soft * 3 // 4)


def detach(keep_fd: int, pipes: Pipes) -> None:
    """Does everything that this new process can do before it has a run: leads a process group and keeps nothing of the
    server.

    `pipes` become its output. It closes every descriptor above 2 except `keep_fd` and the read ends of the pipes, and
    reserves CHANNEL_FD for the channel: none of the pipes has this number.
    """
    pipes.take()
    first = 3
    for fd in sorted((keep_fd, *pipes.read_ends)):
        os.closerange(first, fd)
        first = fd + 1
    linux.close_from(first)
    if keep_fd != CHANNEL_FD:
        os.dup2(keep_fd, CHANNEL_FD, inheritable=False)
    # Not a session, since the kernel may give each session as much CPU time as the server.
    os.setpgid(0, 0)
    os.nice(niceness.FIRST)
    # `_signal`: see namespaces.py.
    _signal.set_wakeup_fd(-1)
    _signal.signal(_signal.SIGCHLD, _signal.SIG_DFL)
    # The kernel counts descriptors in flight per user against the sender's limit: the fork server has a higher one.
    _limit(resource.RLIMIT_NOFILE, min(MAX_OPEN_FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1] // 2))
    if sys.platform == "linux":
        _limit(resource.RLIMIT_SIGPENDING, _MAX_SIGNALS)


def confine(conn_fd: int, server: Optional[int], baseline_space: int, memory_bytes: int, cpu_ms: int, cwd: str) -> None:
    """Sets the directory and the limits of the run in this detached child of the process `server`.

    `server` is None in namespaces: these end with their first process, and their processes are counted per run.

    `conn_fd` becomes CHANNEL_FD. `cwd` is created. `baseline_space` is the number of bytes mapped from the server.
    `memory_bytes` is the run's limit beyond that; 0 for no limit. `cpu_ms` is the limit of each of its processes; 0 for
    no limit.
    """
    if server is not None:
        linux.die_with_parent(server)
        linux.adopt_orphans()
        _set_home(cwd)
    elif linux.counts_processes_by_namespace:
        _limit(resource.RLIMIT_NPROC, processes_for(memory_bytes))
    if conn_fd != CHANNEL_FD:
        os.dup2(conn_fd, CHANNEL_FD, inheritable=False)
        os.close(conn_fd)
    os.mkdir(cwd, 0o700)
    os.chdir(cwd)
    if cpu_ms:
        _limit(resource.RLIMIT_CPU, cpu_ms // 1000 + _SPARE_CPU_SECONDS)
    if memory_bytes and sys.platform == "linux":
        called_programs.limit_space(space_for(baseline_space, memory_bytes))


def space_for(baseline_space: int, memory_bytes: int) -> int:
    """Returns the address space limit of each process of a run, in bytes. The arguments are those of `confine`."""
    return baseline_space + memory_bytes + _SPARE_ADDRESS_SPACE


def processes_for(memory_bytes: int) -> int:
    """Returns the maximum number of processes and threads of a run with this much memory."""
    return min(max(memory_bytes // _BYTES_PER_PROCESS, _MIN_PROCESSES), MAX_PROCESSES)


def _limit(what: int, most: int) -> None:
    hard = resource.getrlimit(what)[1]
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(what, (most, most))
