"""Runs with many busy processes take turns on the processors, and many processes are ended a few at a time.

Every fork and every end of a process, in all runs, takes the same kernel locks, which go to the waiter that has waited
longest. Among hundreds of busy processes, that waiter gets no processor for a while, and all others wait behind it. A
stopped process holds none of these locks and waits for none.
"""

import os
import signal
import time
from collections.abc import Iterable
from typing import Callable

from . import processes

# Maximum number of busy processes and threads of a run that is not a crowd.
_FEW = 8
# Maximum number of busy processes of all crowds together that may run at the same time.
_MOST = 24
_TURN_SECONDS = 0.1
# Maximum number of processes that end at the same time, since ending takes the same locks.
MOST_ENDING = 24


class Crowd:
    """The processes of a run. `as_run(act)` calls `act()` with the rights of the run's user."""

    def __init__(self, as_run: Callable[[Callable[[], None]], None]) -> None:
        self.busy = 0
        self.waits = False
        self._as_run = as_run
        self._stopped: set[int] = set()
        self._ends = False
        self._killed: set[int] = set()

    def update(self, table: processes.ProcessTable, pids: list[int]) -> None:
        """Counts busy processes. Stops new processes while the crowd waits for its turn."""
        seen = {pid: table[pid] for pid in pids if pid in table}
        if self._ends:
            return
        if self.waits:
            # Processes that the script itself has stopped remain stopped.
            self._stop([pid for pid, process in seen.items() if process.state not in b"TZ"])
        elif sum(process.threads for process in seen.values()) <= _FEW:
            self.busy = 0
        else:
            self.busy = sum(_busy_threads(table, pid) for pid in seen)

    def wait(self) -> None:
        self.waits = True

    def go_on(self) -> None:
        self.waits = False
        stopped, self._stopped = self._stopped, set()
        if stopped:
            self._as_run(lambda: _signal(stopped, signal.SIGCONT))

    def end(self, table: processes.ProcessTable, pids: list[int], most: int) -> int:
        """Kills processes, starting with the last one, so that at most `most` are ending at once. Returns how many are
        left.
        """
        self._ends = True
        left = [pid for pid in pids if pid in table and table[pid].state not in b"ZX"]
        others = [pid for pid in left if pid not in self._killed]
        rest = max(0, len(left) - most)
        now = others[rest:]
        self._killed.update(now)
        self._stop([pid for pid in others[:rest] if table[pid].state != b"T"])
        self._as_run(lambda: _signal(now, signal.SIGKILL))
        return len(left)

    def _stop(self, pids: list[int]) -> None:
        if pids:
            self._stopped.update(pids)
            self._as_run(lambda: _signal(pids, signal.SIGSTOP))


class Turns:
    """Decides which crowd may run."""

    def __init__(self) -> None:
        # The crowd that had the most recent turn comes last.
        self._order: list[Crowd] = []
        self._until = 0.0

    def update(self, crowds: Iterable[Crowd]) -> None:
        large = {crowd for crowd in crowds if crowd.busy > _FEW}
        # Drops runs that have ended or are no longer crowds.
        order = [crowd for crowd in self._order if crowd in large]
        order.extend(large.difference(order))
        before = self._order[-1] if self._order else None
        now = time.monotonic()
        if now >= self._until or before not in large:
            self._until = now + _TURN_SECONDS
            order = order[1:] + order[:1]
        self._order = order
        together = sum(crowd.busy for crowd in order) <= _MOST
        for crowd in order:
            if together or crowd is order[-1]:
                if crowd.waits:
                    crowd.go_on()
            else:
                crowd.wait()


def _busy_threads(table: processes.ProcessTable, pid: int) -> int:
    process = table[pid]
    states = [process.state] if process.threads == 1 else table.read_threads(pid).values()
    return sum(state == b"R" for state in states)


def _signal(pids: Iterable[int], number: int) -> None:
    for pid in pids:
        try:
            os.kill(pid, number)
        except OSError:
            # The process has ended.
            pass
