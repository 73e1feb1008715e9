"""Reads the process table. All functions return nothing (empty, 0) if there is no /proc."""

import os
import resource
import sys
import time
from collections.abc import Iterator
from typing import NamedTuple, Optional

from .kept_files import KeptFiles, read

PAGE = os.sysconf("SC_PAGE_SIZE")
# Linux's default limit on data in flight on a socket (net.core.wmem_default).
_SOCKET_BYTES = 208 * 1024
# Number of fields after a process's name that are used.
_FIELDS = 22
# Number of processes read at a time, within a millisecond.
_AT_A_TIME = 64
_TICK_MS = 1000 / os.sysconf("SC_CLK_TCK")
# Part of the id of a process's clock: the clock of its CPU time, which is exact (CPUCLOCK_SCHED).
_CPU_CLOCK = 2
# Unit of ru_maxrss, in bytes.
_MAXRSS = 1 if sys.platform == "darwin" else 1024


class Process(NamedTuple):
    """A process. `space`, `resident`: mapped and resident bytes. CPU times are in ms, with a resolution of 10 ms: its
    own, and that of children that it has waited for. `state`: R, S, D, T, Z and others.
    """

    state: bytes
    parent: int
    group: int
    threads: int
    space: int
    resident: int
    own_ms: float
    children_ms: float


class ProcessTable(dict[int, Process]):
    """Processes by pid. `files` provides further information about them."""

    def __init__(self, files: KeptFiles) -> None:
        super().__init__()
        self._files = files

    def read_threads(self, pid: int) -> dict[int, bytes]:
        """Returns the states of its threads, as in `Process`; empty if the process has ended."""
        try:
            names = {f"task/{name}/stat": int(name) for name in os.listdir(f"/proc/{pid}/task")}
        except OSError:
            return {}
        ended = [path for path in self._files.paths(pid) if path.startswith("task/") and path not in names]
        self._files.close(pid, ended)
        states = {thread: _fields(self._files.read(pid, path)) for path, thread in names.items()}
        return {thread: fields[0] for thread, fields in states.items() if fields}

    def anonymous_bytes(self, pid: int) -> int:
        """Returns the memory of a process that belongs to no file, in bytes. Fast."""
        fields = self._files.read(pid, "statm").split()
        return (int(fields[1]) - int(fields[2])) * PAGE if len(fields) > 2 else 0


class Snapshots:
    """Takes snapshots of the process table. `keep` keeps files open between snapshots; only allowed if this process
    sees only its own processes.
    """

    def __init__(self, keep: bool) -> None:
        self._files = KeptFiles(keep)

    def new_table(self) -> ProcessTable:
        return ProcessTable(self._files)

    def take(self) -> ProcessTable:
        table = self.new_table()
        for _ in self.fill(table):
            pass
        return table

    def fill(self, table: ProcessTable) -> Iterator[None]:
        """Fills an empty table, a few processes for each `next()`."""
        try:
            pids = [int(name) for name in os.listdir("/proc") if name.isdigit()]
        except OSError:
            return
        self._files.close_ended(pids)
        for count, pid in enumerate(pids, 1):
            if count % _AT_A_TIME == 0:
                yield
            fields = _fields(self._files.read(pid, "stat"))
            if len(fields) > 21:
                user, system, child_user, child_system = map(int, fields[11:15])
                table[pid] = Process(
                    fields[0],
                    int(fields[1]),
                    int(fields[2]),
                    int(fields[17]),
                    int(fields[20]),
                    int(fields[21]) * PAGE,
                    (user + system) * _TICK_MS,
                    (child_user + child_system) * _TICK_MS,
                )


def _fields(stat: bytes) -> list[bytes]:
    # The second field is the program's name in brackets, which may contain anything.
    return stat.rpartition(b")")[2].split(None, _FIELDS)


Children = dict[int, list[int]]


def collect_children(table: ProcessTable) -> Children:
    children: Children = {}
    for pid, process in table.items():
        children.setdefault(process.parent, []).append(pid)
    return children


def tree(children: Children, root: int) -> list[int]:
    """Returns `root` and all its descendants."""
    found = [root]
    for pid in found:
        found.extend(children.get(pid, ()))
    return found


def resident_bytes(table: ProcessTable, pids: list[int]) -> int:
    """Returns the sum of resident memory; a page shared by several processes counts for each."""
    return sum(table[pid].resident for pid in pids if pid in table)


def cpu_ms(table: ProcessTable, pids: list[int]) -> float:
    """Returns the CPU time of these processes and of those that they have waited for."""
    return sum(table[pid].own_ms + table[pid].children_ms for pid in pids if pid in table)


def cpu_ns(pid: int) -> Optional[int]:
    """Returns the CPU time of one process in ns, without its children; None if it has ended. Takes one system call."""
    try:
        return time.clock_gettime_ns(~pid << 3 | _CPU_CLOCK)
    except OSError:
        return None


def newest_pid() -> bytes:
    """Returns the number of the newest process or thread here, including namespaces below; empty if unknown."""
    return read("/proc/loadavg").rpartition(b" ")[2]


def compute_cpu_ms(usage: resource.struct_rusage) -> float:
    return (usage.ru_utime + usage.ru_stime) * 1000


def compute_max_resident(usage: resource.struct_rusage) -> int:
    """Returns the peak resident memory of a process, or of the largest process that it waited for, in bytes."""
    return usage.ru_maxrss * _MAXRSS


def resident_after_fork() -> int:
    """Returns the resident memory of a fork of this process before it does anything, in bytes."""
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    return compute_max_resident(os.wait4(pid, 0)[2])


def proportional_bytes(pid: int, resident: int) -> int:
    """Returns the memory of a process, with each shared page divided among its processes: exact but slow.

    Any process can hide this figure; in that case, all of `resident` counts.
    """
    try:
        with open(f"/proc/{pid}/smaps_rollup", "rb") as rollup:
            for line in rollup:
                if line.startswith(b"Pss:"):
                    return int(line.split()[1]) * 1024
    except PermissionError:
        return resident
    except OSError:
        pass
    return 0


def socket_bytes(pid: int) -> int:
    """Returns the number of bytes that the sockets in the network namespace of `pid` can hold while they are not read."""
    # Format: "sockets: used 3", followed by further lines.
    fields = read(f"/proc/{pid}/net/sockstat").split(None, 3)
    return int(fields[2]) * _SOCKET_BYTES if len(fields) > 2 else 0


def own_address_space() -> int:
    fields = read("/proc/self/statm").split()
    return int(fields[0]) * PAGE if fields else 0
