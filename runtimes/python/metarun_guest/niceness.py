"""Which of the runs gets a processor first."""

import os
import time
from collections.abc import Iterable
from typing import Callable

from . import processes, sessions

# Whatever scripts do with the processors, the server and the fork server come before them.
FIRST = 3
_LAST = 19
# What a short run needs. One that has used more gives way to those that have not.
_SHORT_MS = 50
# Of one with more processes and threads each counts so little that all of them count about as much as one of these.
_FEW = 8
# A process that was being forked may have missed it.
_AGAIN_SECONDS = 0.1


class Niceness:
    """Of one run: once it is no short or small one any more, all its processes and threads come last.

    `as_run(act)`: calls `act()` with the rights of the run's user. `count(niceness)`: has the run's session count so much.
    """

    def __init__(self, as_run: Callable[[Callable[[], None]], None], count: Callable[[int], None]) -> None:
        self._as_run = as_run
        self._count = count
        self._next = 0.0
        self._is_small = True
        self._is_awaited = False

    def be_awaited(self) -> None:
        """Its end is waited for: while it is a small one, its session counts as that of a short one."""
        self._is_awaited = True
        if self._is_small:
            self._count(sessions.OF_RUN)

    def look(self, table: processes.ProcessTable, pids: list[int], cpu_ms: float) -> None:
        now = time.monotonic()
        if now < self._next:
            return
        seen = {pid: table[pid] for pid in pids if pid in table}
        # Of many processes little can be seen of what each has used.
        self._is_small = sum(process.threads for process in seen.values()) <= _FEW
        if not self._is_small:
            self._next = now + _AGAIN_SECONDS
            self._count(sessions.LAST)
            threads = [thread for pid in seen for thread in _threads_of(table, pid)]
            self._as_run(lambda: _idle(threads))
        elif cpu_ms >= _SHORT_MS and not self._is_awaited:
            self._next = now + _AGAIN_SECONDS
            self._count(sessions.LAST)
            self._as_run(lambda: _be_last({process.group for process in seen.values()}))


def _be_last(groups: set) -> None:
    for group in groups:
        try:
            os.setpriority(os.PRIO_PGRP, group, _LAST)
        except OSError:
            # It has ended.
            pass


def _threads_of(table: processes.ProcessTable, pid: int) -> Iterable[int]:
    return [pid] if table[pid].threads == 1 else table.threads_of(pid)


def _idle(threads: Iterable[int]) -> None:
    for thread in threads:
        try:
            os.sched_setscheduler(thread, os.SCHED_IDLE, os.sched_param(0))
        except OSError:
            # It has ended.
            pass
