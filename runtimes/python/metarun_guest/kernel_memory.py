"""What the kernel holds for the processes of a run, and no process has among its own memory.

Control groups tell of all but locks; where there are none it has to be counted. All of it takes time to make, so a run is
looked at when it has used some. Counts are of what there is of each kind, at what one takes in the kernel; where that is seen by
samples they are drawn anew each time. All of a large run is read by a meter, so that nothing else waits for it.
"""

import os
import random
import time
from collections.abc import Generator, Iterator
from typing import Optional

from .kept_files import read

# CPU time after which a run's page tables are looked at, where it has few processes, and all of it, in ms.
_QUICK_MS = 10.0
_FEW = 8
_WHOLE_MS = 50.0
# After which less is enough, in seconds; of several processes each can have used some that is not seen yet.
_LONGEST = 0.5
# Looks at all of it are this share of a processor at most.
_SHARE = 0.05
# What a process has without doing anything about it.
_USUAL_PAGE_TABLES = 512 * 1024
_USUAL_MAPPINGS = 1024
_USUAL_DESCRIPTORS = 32
# One that has more counts as if it had all that it may have (vm.max_map_count).
_MANY_MAPPINGS = 8192
_MOST_MAPPINGS = 65530
_MAPPING_BYTES = 320
# Of a lock, and of a file that epoll watches; for each there is a line in the descriptor's file in /proc.
_ITEM_BYTES = 320
_LOCKS = (b"\nlock:",)
_ITEMS = (b"\ntfd:", *_LOCKS)
_DESCRIPTOR_BYTES = 1024
# A user's pipes hold so much before the kernel makes them small (fs.pipe-user-pages-soft).
_PIPE_BYTES = 64 * 1024
_LARGE_PIPES = 1024
_SMALL_PIPE_BYTES = 8 * 1024
_SAMPLES = 6
_MOST_LINKS = 1024
_CHUNK = 128 * 1024


# What a meter reads.
WHOLE, LOCKS = "whole", "locks"
# Of more processes nothing is read.
_MOST_PROCESSES = 1024

# Reads a piece each time that it is asked for more; returns bytes.
_Reading = Generator[None, None, int]


class KernelMemory:
    """Of one run. `grouped`: whether that has a control group, so that only what is missing there counts."""

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

    def look(self, pids: list[int], cpu_ms: float) -> Optional[tuple]:
        """`cpu_ms`: of all processes of the run, with those that have ended.

        Returns what has to be read for the rest, if anything: what, and its arguments. `take` takes what came of it.
        """
        if not self._grouped and cpu_ms >= self._quick_at + _QUICK_MS:
            self._quick_at = cpu_ms
            # Those of many processes are read with the rest.
            self._tables = sum(_page_tables(pid) for pid in pids) if len(pids) <= _FEW else 0
        used = cpu_ms - self._whole_at
        if self._asked or (used <= 0 and len(pids) < 2):
            return None
        now = time.monotonic()
        if now < self._next or (used < _WHOLE_MS and now < self._last + _LONGEST):
            return None
        self._whole_at = cpu_ms
        self._asked = True
        return (LOCKS if self._grouped else WHOLE, pids[:_MOST_PROCESSES])

    def take(self, found: int, seconds: float) -> None:
        """What was read, and how long that took."""
        self._asked = False
        self._rest = found
        self._last = time.monotonic()
        self._next = self._last + seconds / _SHARE


def _page_tables(pid: int) -> int:
    """Past what is usual, in bytes."""
    status = read(f"/proc/{pid}/status")
    at = status.find(b"\nVmPTE:")
    return max(0, int(status[at + 7 :].split(None, 1)[0]) * 1024 - _USUAL_PAGE_TABLES) if at >= 0 else 0


def read_locks(pids: list[int]) -> _Reading:
    places = []
    for pid in pids:
        places += _places_of(pid)
        yield
    return (yield from _items(places, _LOCKS))


def read_whole(pids: list[int]) -> _Reading:
    tables = 0
    mappings = 0
    places = []
    for pid in pids:
        if len(pids) > _FEW:
            tables += _page_tables(pid)
        mappings += max(0, _mappings_of(pid) - _USUAL_MAPPINGS)
        places += _places_of(pid)
        yield
    pipes = _pipes(places)
    yield
    items = yield from _items(places, _ITEMS)
    return tables + mappings * _MAPPING_BYTES + len(places) * _DESCRIPTOR_BYTES + pipes + items


def _mappings_of(pid: int) -> int:
    try:
        fd = os.open(f"/proc/{pid}/maps", os.O_RDONLY)
    except PermissionError:
        # It hides them.
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
    """What is left of a file, as far as it can be read; then the file is closed."""
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


def _places_of(pid: int) -> list[tuple[int, str]]:
    """The descriptors of a process that has many."""
    try:
        names = os.listdir(f"/proc/{pid}/fd")
    except OSError:
        return []
    return [(pid, name) for name in names] if len(names) > _USUAL_DESCRIPTORS else []


def _pipes(places: list) -> int:
    """Each counts once, however many processes have it, and as if it were full."""
    seen: set[str] = set()
    looked = random.sample(places, min(len(places), _MOST_LINKS))
    for pid, name in looked:
        try:
            link = os.readlink(f"/proc/{pid}/fd/{name}")
        except OSError:
            continue
        if link.startswith("pipe:"):
            seen.add(link)
    pipes = len(seen) * len(places) // max(1, len(looked))
    large = min(pipes, _LARGE_PIPES)
    return large * _PIPE_BYTES + (pipes - large) * _SMALL_PIPE_BYTES


def _items(places: list, kinds: tuple) -> _Reading:
    """What descriptors hold that is in no process: locks, and files that epoll watches."""
    looked = random.sample(places, min(len(places), _SAMPLES))
    found = 0
    for pid, name in looked:
        found += yield from _items_of(f"/proc/{pid}/fdinfo/{name}", kinds)
    return found * len(places) // max(1, len(looked)) * _ITEM_BYTES


def _items_of(path: str, kinds: tuple) -> _Reading:
    try:
        fd = os.open(path, os.O_RDONLY)
    except OSError:
        return 0
    found = 0
    for data in _chunks(fd):
        found += sum(data.count(kind) for kind in kinds)
        yield
    return found
