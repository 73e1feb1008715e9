"""Priorities of runs on the processors."""

import os
import time
from collections.abc import Iterable
from typing import Callable

from . import processes, sessions

# The server and the fork server come before scripts, whatever those do with the processors.
FIRST = 3
_LAST = 19
# What a short run may use beyond what every run takes. A run that has used more gives way to those that have not.
_SHORT_MS = 50
# The most that every run may be taken to need for its start and its end.
_MOST_NEEDED_MS = 150
# A run with more processes and threads gets so low a priority that all of them count about as much as one of a small run.
_FEW = 8
# A process that was being forked may have missed the change.
_AGAIN_SECONDS = 0.1


class ShortRuns:
    """The CPU time of short runs. On a slow machine the start and the end of each run alone take more than a script may."""

    def __init__(self) -> None:
        # No run takes more than this for itself, since one of them took no more with its script.
        self._least_ms = 0.0

    @property
    def most_ms(self) -> float:
        return _SHORT_MS + min(self._least_ms, _MOST_NEEDED_MS)

    def learn(self, cpu_ms: float) -> None:
        """Takes what a run used that has ended by itself."""
        self._least_ms = min(self._least_ms or cpu_ms, cpu_ms)


class Niceness:
    """The priority of one run: once it is no longer short or small, all its processes and threads come last.

    `as_run(act)` calls `act()` with the rights of the run's user. `set_session(niceness)` sets the niceness of its session.
    """

    def __init__(
        self,
        as_run: Callable[[Callable[[], None]], None],
        set_session: Callable[[int], None],
        short: ShortRuns,
    ) -> None:
        self._as_run = as_run
        self._short = short
        self._set_session = set_session
        self._next = 0.0
        self._is_small = True
        self._is_awaited = False

    def be_awaited(self) -> None:
        """Notes that its end is waited for: while the run is small, its session has the priority of a short run's."""
        self._is_awaited = True
        if self._is_small:
            self._set_session(sessions.OF_RUN)

    def update(self, table: processes.ProcessTable, pids: list[int], cpu_ms: float) -> None:
        now = time.monotonic()
        if now < self._next:
            return
        seen = {pid: table[pid] for pid in pids if pid in table}
        # With many processes little can be seen of what each has used.
        self._is_small = sum(process.threads for process in seen.values()) <= _FEW
        if not self._is_small:
            self._next = now + _AGAIN_SECONDS
            self._set_session(sessions.LAST)
            threads = [thread for pid in seen for thread in _threads_of(table, pid)]
            self._as_run(lambda: _idle(threads))
        elif cpu_ms >= self._short.most_ms and not self._is_awaited:
            self._next = now + _AGAIN_SECONDS
            self._set_session(sessions.LAST)
            self._as_run(lambda: _be_last({process.group for process in seen.values()}))


def _be_last(groups: set) -> None:
    for group in groups:
        try:
            os.setpriority(os.PRIO_PGRP, group, _LAST)
        except OSError:
            # The process has ended.
            pass


def _threads_of(table: processes.ProcessTable, pid: int) -> Iterable[int]:
    return [pid] if table[pid].threads == 1 else table.threads_of(pid)


def _idle(threads: Iterable[int]) -> None:
    for thread in threads:
        try:
            os.sched_setscheduler(thread, os.SCHED_IDLE, os.sched_param(0))
        except OSError:
            # The thread has ended.
            pass
