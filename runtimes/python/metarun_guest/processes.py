"""Reads the process table. Everything here tells nothing (empty, 0) where there is no /proc."""

import os
from typing import Dict, List, Tuple

PAGE = os.sysconf("SC_PAGE_SIZE")

# pid -> (parent's pid, resident bytes)
ProcessTable = Dict[int, Tuple[int, int]]


def snapshot() -> ProcessTable:
    table: ProcessTable = {}
    try:
        names = os.listdir("/proc")
    except OSError:
        return table
    for name in names:
        if not name.isdigit():
            continue
        # The second field is the program's name in brackets, which may hold anything.
        fields = _read(f"/proc/{name}/stat").rpartition(b")")[2].split()
        if len(fields) > 21:
            table[int(name)] = (int(fields[1]), int(fields[21]) * PAGE)
    return table


def tree(table: ProcessTable, root: int) -> List[int]:
    """`root` and all its descendants."""
    children: Dict[int, List[int]] = {}
    for pid, (parent, _) in table.items():
        children.setdefault(parent, []).append(pid)
    found = [root]
    for pid in found:
        found.extend(children.get(pid, ()))
    return found


def resident_bytes(table: ProcessTable, pids: List[int]) -> int:
    """Sum of resident memory; a page that several processes share counts for each."""
    return sum(table[pid][1] for pid in pids if pid in table)


def proportional_bytes(pids: List[int]) -> int:
    """Memory with every shared page split between those that share it: exact, but slow to read."""
    total = 0
    for pid in pids:
        for line in _read(f"/proc/{pid}/smaps_rollup").splitlines():
            if line.startswith(b"Pss:"):
                total += int(line.split()[1]) * 1024
    return total


def own_bytes() -> Tuple[int, int]:
    """(address space, resident memory) of this process."""
    fields = _read("/proc/self/statm").split()
    return (int(fields[0]) * PAGE, int(fields[1]) * PAGE) if len(fields) > 1 else (0, 0)


def _read(path: str) -> bytes:
    try:
        fd = os.open(path, os.O_RDONLY)
    except OSError:
        return b""
    try:
        return os.read(fd, 8192)
    except OSError:
        return b""
    finally:
        os.close(fd)
