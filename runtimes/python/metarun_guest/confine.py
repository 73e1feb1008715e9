"""What a forked child does before it runs anything of the user's."""

import _signal
import os
import resource
import sys
from typing import Optional

from . import linux, niceness

CHANNEL_FD = 3
MAX_OPEN_FILES = 1024
# Processes and threads of a run, where these are counted for each run: what each writes to by being there is 1 to 2 MB,
# which would be more than a run with little memory may have before it is seen.
MAX_PROCESSES = 128
_MIN_PROCESSES = 32
_BYTES_PER_PROCESS = 1024**2
MAX_FILE_BYTES = 1024**3
# Signals that wait, and timers, which each have one that is kept for them.
_MAX_SIGNALS = 512
# Thread stacks and mappings that are reserved but never touched. Resident memory is watched apart.
_SPARE_ADDRESS_SPACE = 256 * 1024**2
# The run's CPU time is watched apart: the limit of each process is for when that comes too late.
_SPARE_CPU_SECONDS = 1
# Kept back so that a run that used up its memory can still say so.
_LAST_WORDS = 32 * 1024**2


def set_heritage() -> None:
    """What the fork server's children have from it: their environment, and limits that it can do with itself."""
    os.environ.clear()
    os.environ.update(PATH="/usr/local/bin:/usr/bin:/bin", LANG="C.UTF-8")
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_FSIZE, MAX_FILE_BYTES)
    if sys.platform == "linux":
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def leave_processes() -> None:
    """Has what this process makes take but a part of the processes that its user may have, who is the server's."""
    soft = resource.getrlimit(resource.RLIMIT_NPROC)[0]
    if soft != resource.RLIM_INFINITY:
        _limit(resource.RLIMIT_NPROC, soft * 3 // 4)


def detach(keep_fd: int) -> None:
    """What this fresh process can do before it knows its run: becomes a process group that holds nothing of the server.

    Every descriptor past 2 but `keep_fd` is closed. CHANNEL_FD is held for the channel.
    """
    os.closerange(3, keep_fd)
    linux.close_from(keep_fd + 1)
    if keep_fd != CHANNEL_FD:
        os.dup2(keep_fd, CHANNEL_FD, inheritable=False)
    # Not a session: the kernel may give each of those as much of the processors as the server has.
    os.setpgid(0, 0)
    os.nice(niceness.FIRST)
    # `_signal`: see namespaces.py.
    _signal.set_wakeup_fd(-1)
    _signal.signal(_signal.SIGCHLD, _signal.SIG_DFL)
    # Descriptors on their way count for a user, against the limit of whoever sends: the fork server has a higher one.
    _limit(resource.RLIMIT_NOFILE, min(MAX_OPEN_FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1] // 2))
    if sys.platform == "linux":
        _limit(resource.RLIMIT_SIGPENDING, _MAX_SIGNALS)


def confine(conn_fd: int, server: Optional[int], baseline_space: int, memory_bytes: int, cpu_ms: int, cwd: str) -> None:
    """Gives this detached child of process `server` its run's directory and limits.

    `server` is None in namespaces, which end with their first process and count the run's processes apart.

    `conn_fd` becomes CHANNEL_FD. `cwd` is made. `baseline_space` is what it has mapped of the server, in bytes;
    `memory_bytes` what the run may have beyond that, 0 = no limit; `cpu_ms` what each of its processes may use,
    0 = no limit.
    """
    if server is not None:
        linux.die_with_parent(server)
        linux.adopt_orphans()
    elif linux.counts_processes_by_namespace():
        _limit(resource.RLIMIT_NPROC, processes_for(memory_bytes))
    if conn_fd != CHANNEL_FD:
        os.dup2(conn_fd, CHANNEL_FD, inheritable=False)
        os.close(conn_fd)
    os.mkdir(cwd, 0o700)
    os.chdir(cwd)
    os.environ.update(HOME=cwd, TMPDIR=cwd)
    if cpu_ms:
        _limit(resource.RLIMIT_CPU, cpu_ms // 1000 + _SPARE_CPU_SECONDS)
    if memory_bytes and sys.platform == "linux":
        soft = baseline_space + memory_bytes + _SPARE_ADDRESS_SPACE
        resource.setrlimit(resource.RLIMIT_AS, (soft, soft + _LAST_WORDS))


def allow_last_words() -> None:
    """Gives the memory back that was kept for reporting the outcome."""
    if sys.platform == "linux":
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


def processes_for(memory_bytes: int) -> int:
    """How many processes and threads a run may have with so much memory."""
    return min(max(memory_bytes // _BYTES_PER_PROCESS, _MIN_PROCESSES), MAX_PROCESSES)


def _limit(what: int, most: int) -> None:
    hard = resource.getrlimit(what)[1]
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(what, (most, most))
