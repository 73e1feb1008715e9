"""Memory that the kernel holds for the processes of a run, in addition to their own memory.

Control groups count all of it except locks. Without them, it has to be counted here. All of it takes CPU time to
allocate, so a run is polled after it has used some. The result is the number of objects of each kind times their size
in the kernel. New samples are drawn for each reading. The meter process reads large runs, so that nothing else waits.
"""

import os
import random
import time
from collections.abc import Generator, Iterator
from typing import Optional

from .kept_files import read

# CPU time in ms after which page tables are read, for a run with few processes, and after which everything is read.
_QUICK_MS = 10.0
_FEW = 8
_WHOLE_MS = 50.0
# Seconds after which less CPU time is enough: each of several processes may have used some that is not visible yet.
_LONGEST_SECONDS = 0.5
# Maximum share of a processor for full readings.
_SHARE = 0.05
# Amounts that a process has without any allocations of its own.
_USUAL_PAGE_TABLES = 512 * 1024
_USUAL_MAPPINGS = 1024
_USUAL_DESCRIPTORS = 32
# A process with more mappings counts as if it had the maximum number (vm.max_map_count).
_MANY_MAPPINGS = 8192
_MOST_MAPPINGS = 65530
_MAPPING_BYTES = 320
# Size of a lock, and of a file that epoll watches. Each has a line in its descriptor's file in /proc.
_ITEM_BYTES = 320
_LOCKS = (b"\nlock:",)
_ITEMS = (b"\ntfd:", *_LOCKS)
_DESCRIPTOR_BYTES = 1024
# Capacity of a pipe, and number of a user's pipes above which the kernel creates small ones (fs.pipe-user-pages-soft).
_PIPE_BYTES = 64 * 1024
_LARGE_PIPES = 1024
_SMALL_PIPE_BYTES = 8 * 1024
_SAMPLES = 6
_MOST_LINKS = 1024
_CHUNK = 128 * 1024


# Kinds of readings of the meter.
WHOLE, LOCKS = "whole", "locks"
# Maximum number of processes that are read.
_MOST_PROCESSES = 1024

# Reads one piece for each `next()`; returns bytes.
_Reading = Generator[None, None, int]


class KernelMemory:
    """The kernel memory of one run. `grouped`: the run has a control group, so only locks are counted."""

    def __init__(self, grouped: bool) -> None:
        self._grouped = grouped
        self._tables = 0
        self._rest = 0
        self._quick_at = 0.0
        self._whole_at = 0.0
        self._last = time.monotonic()
        self._next = 0.0
        self._asked = False

    @property
    def bytes(self) -> int:
        return self._tables + self._rest

    def poll(self, pids: list[int], cpu_ms: float) -> Optional[tuple]:
        """Returns the next reading to make, if any: its kind and its arguments. `take` receives its result.

        `cpu_ms` is the CPU time of all processes of the run, including ended ones.
        """
        if not self._grouped and cpu_ms >= self._quick_at + _QUICK_MS:
            self._quick_at = cpu_ms
            # Many processes are covered by the full reading.
            self._tables = sum(_page_tables(pid) for pid in pids) if len(pids) <= _FEW else 0
        used = cpu_ms - self._whole_at
        if self._asked or (used <= 0 and len(pids) < 2):
            return None
        now = time.monotonic()
        if now < self._next or (used < _WHOLE_MS and now < self._last + _LONGEST_SECONDS):
            return None
        self._whole_at = cpu_ms
        self._asked = True
        return (LOCKS if self._grouped else WHOLE, pids[:_MOST_PROCESSES])

    def take(self, found: int, seconds: float) -> None:
        """Receives the result of a reading and its duration."""
        self._asked = False
        self._rest = found
        self._last = time.monotonic()
        self._next = self._last + seconds / _SHARE


def _page_tables(pid: int) -> int:
    """Returns the size of the page tables beyond the usual size, in bytes."""
    status = read(f"/proc/{pid}/status")
    at = status.find(b"\nVmPTE:")
    return max(0, int(status[at + 7 :].split(None, 1)[0]) * 1024 - _USUAL_PAGE_TABLES) if at >= 0 else 0


def read_locks(pids: list[int]) -> _Reading:
    descriptors = []
    for pid in pids:
        descriptors += _list_descriptors(pid)
        yield
    return (yield from _items(descriptors, _LOCKS))


def read_whole(pids: list[int]) -> _Reading:
    tables = 0
    mappings = 0
    descriptors = []
    for pid in pids:
        if len(pids) > _FEW:
            tables += _page_tables(pid)
        mappings += max(0, _count_mappings(pid) - _USUAL_MAPPINGS)
        descriptors += _list_descriptors(pid)
        yield
    pipes = _pipes(descriptors)
    yield
    items = yield from _items(descriptors, _ITEMS)
    return tables + mappings * _MAPPING_BYTES + len(descriptors) * _DESCRIPTOR_BYTES + pipes + items


def _count_mappings(pid: int) -> int:
    try:
        fd = os.open(f"/proc/{pid}/maps", os.O_RDONLY)
    except PermissionError:
        # The process hides its mappings.
        return _MOST_MAPPINGS
    except OSError:
        return 0
    found = 0
    for data in _chunks(fd):
        found += data.count(b"\n")
        if found > _MANY_MAPPINGS:
            return _MOST_MAPPINGS
    return found


def _chunks(fd: int) -> Iterator[bytes]:
    """Yields the rest of a file, as far as it can be read, then closes it."""
    try:
        while True:
            data = os.read(fd, _CHUNK)
            if not data:
                return
            yield data
    except OSError:
        # The process has ended.
        return
    finally:
        os.close(fd)


def _list_descriptors(pid: int) -> list[tuple[int, str]]:
    """Returns the descriptors of a process with many of them."""
    try:
        names = os.listdir(f"/proc/{pid}/fd")
    except OSError:
        return []
    return [(pid, name) for name in names] if len(names) > _USUAL_DESCRIPTORS else []


def _pipes(descriptors: list) -> int:
    """Estimates the bytes in pipes: each counts once, however many processes share it, and as if it were full."""
    seen: set[str] = set()
    looked = random.sample(descriptors, min(len(descriptors), _MOST_LINKS))
    for pid, name in looked:
        try:
            link = os.readlink(f"/proc/{pid}/fd/{name}")
        except OSError:
            continue
        if link.startswith("pipe:"):
            seen.add(link)
    pipes = len(seen) * len(descriptors) // max(1, len(looked))
    large = min(pipes, _LARGE_PIPES)
    return large * _PIPE_BYTES + (pipes - large) * _SMALL_PIPE_BYTES


def _items(descriptors: list, kinds: tuple) -> _Reading:
    """Estimates the bytes of locks and of files that epoll watches, from a sample of descriptors."""
    looked = random.sample(descriptors, min(len(descriptors), _SAMPLES))
    found = 0
    for pid, name in looked:
        found += yield from _count_items(f"/proc/{pid}/fdinfo/{name}", kinds)
    return found * len(descriptors) // max(1, len(looked)) * _ITEM_BYTES


def _count_items(path: str, kinds: tuple) -> _Reading:
    try:
        fd = os.open(path, os.O_RDONLY)
    except OSError:
        return 0
    found = 0
    for data in _chunks(fd):
        found += sum(data.count(kind) for kind in kinds)
        yield
    return found
