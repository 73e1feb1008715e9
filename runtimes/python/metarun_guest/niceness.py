"""Priorities of runs on the processors."""

import os
import time
from collections.abc import Iterable
from typing import Callable

from . import processes, sessions

# Niceness of the fork server: like the server, it has priority over scripts, however much CPU they use.
FIRST = 3
_LAST = 19
# CPU time that a short run may use in addition to what every run takes (ms). Longer runs yield to short ones.
_SHORT_MS = 50
# Maximum CPU time that is assumed for the start and end of every run (ms).
_MOST_NEEDED_MS = 150
# Maximum number of processes and threads of a small run. A larger run gets so low a priority that all of them together
# count about as much as a small run.
_FEW = 8
# Time after which the change is repeated (seconds), since a process that was being forked may have missed it.
_AGAIN_SECONDS = 0.1


class ShortRuns:
    """The CPU time limit of short runs. On a slow machine, the start and end of each run alone take more than a script
    may.
    """

    def __init__(self) -> None:
        # CPU time that a run takes at most for itself, since one run took no more including its script.
        self._least_ms = 0.0

    @property
    def most_ms(self) -> float:
        return _SHORT_MS + min(self._least_ms, _MOST_NEEDED_MS)

    def learn(self, cpu_ms: float) -> None:
        """Records the CPU time of a run that has ended by itself."""
        self._least_ms = min(self._least_ms or cpu_ms, cpu_ms)


class Niceness:
    """The priority of one run: once it is no longer short or small, all its processes and threads get the lowest
    priority.

    `as_run(act)` calls `act()` with the rights of the run's user. `set_session(niceness)` sets the niceness of its
    session.
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
        """Records that the end of the run is awaited: while the run is small, its session has the priority of a short
        run's.
        """
        self._is_awaited = True
        if self._is_small:
            self._set_session(sessions.OF_RUN)

    def update(self, table: processes.ProcessTable, pids: list[int], cpu_ms: float) -> None:
        now = time.monotonic()
        if now < self._next:
            return
        seen = {pid: table[pid] for pid in pids if pid in table}
        # With many processes, the use of each is hardly visible.
        self._is_small = sum(process.threads for process in seen.values()) <= _FEW
        if not self._is_small:
            self._next = now + _AGAIN_SECONDS
            self._set_session(sessions.LAST)
            threads = [thread for pid in seen for thread in _list_threads(table, pid)]
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


def _list_threads(table: processes.ProcessTable, pid: int) -> Iterable[int]:
    return [pid] if table[pid].threads == 1 else table.read_threads(pid)


def _idle(threads: Iterable[int]) -> None:
    for thread in threads:
        try:
            os.sched_setscheduler(thread, os.SCHED_IDLE, os.sched_param(0))
        except OSError:
            # The thread has ended.
            pass
