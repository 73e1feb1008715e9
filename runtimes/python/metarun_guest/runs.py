"""The fork server's children: which run each is, what it uses, and that nothing of it is left behind."""

import os
import signal
import time
from typing import Callable, Dict, List, Optional, Set

from . import processes
from .namespaces import Room

_KILL_ALL_SECONDS = 2.0


class Run:
    """`pid`: the process of the run, or the first process of the room that it is in.

    A run in no room has a working directory `cwd` that somebody must remove.
    """

    def __init__(
        self, run: int, pid: int, memory_bytes: int, cwd: Optional[str] = None, room: Optional[Room] = None
    ) -> None:
        self.id = run
        self.pid = pid
        self.memory_bytes = memory_bytes
        self.cwd = cwd
        self.room = room
        self.out_of_memory = False


class Runs:
    """`remove(cwd)` removes a directory, and returns the pid of a child that does it or None.

    It is None where runs are in namespaces, of which the kernel leaves no process and no file behind.
    """

    def __init__(self, tell: Callable[[dict], None], remove: Optional[Callable[[str], Optional[int]]]) -> None:
        self.tell = tell
        self._remove = remove
        self._by_id: Dict[int, Run] = {}
        self._by_pid: Dict[int, Run] = {}
        self._cleaners: Set[int] = set()
        self._ended: List[str] = []
        self.sweep_due: Optional[float] = None
        self.baseline_space = 0
        self._baseline_resident = 0

    def measure_baseline(self) -> None:
        """Takes what a run uses before it does anything: the server's own memory."""
        self.baseline_space, self._baseline_resident = processes.own_bytes()

    @property
    def active(self) -> bool:
        return bool(self._by_pid)

    def add(self, run: Run) -> None:
        self._by_id[run.id] = self._by_pid[run.pid] = run

    def kill(self, run: int) -> None:
        """Without effect on a run that has ended. What has left its group is found by the sweep."""
        found = self._by_id.get(run)
        if found is not None:
            _kill_group(found.pid)

    def kill_the_too_large(self) -> None:
        table = processes.snapshot()
        for run in self._by_pid.values():
            tree = processes.tree(table, run.pid)
            most = run.memory_bytes + self._baseline_resident
            # The cheap sum counts shared pages several times; only what passes it is measured exactly.
            if processes.resident_bytes(table, tree) > most:
                exact = processes.proportional_bytes(tree)
                if exact == 0 or exact > most:
                    run.out_of_memory = True
                    _kill_group(run.pid)

    def reap(self, sweep_delay: float) -> None:
        """Collects ended children."""
        while True:
            try:
                # Looked at before it is collected: until then its pid cannot belong to anyone else.
                ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            except ChildProcessError:
                self._clean_up()
                return
            if ended is None:
                break
            pid = ended.si_pid
            run = self._by_pid.pop(pid, None)
            if run is not None:
                _kill_group(pid)
            _, status = os.waitpid(pid, 0)
            if run is not None:
                self._on_end(run, status)
            if pid in self._cleaners:
                self._cleaners.discard(pid)
            elif self.sweep_due is None and self._remove is not None:
                self.sweep_due = time.monotonic() + sweep_delay

    def _on_end(self, run: Run, status: int) -> None:
        del self._by_id[run.id]
        if run.cwd is not None:
            self._ended.append(run.cwd)
        if run.room is not None:
            told = run.room.end()
            if isinstance(told, str):
                self.tell({"type": "refused", "id": run.id, "message": told})
                return
            status = status if told is None else told
        code = os.waitstatus_to_exitcode(status)
        self.tell(
            {
                "type": "exited",
                "id": run.id,
                "status": code if code >= 0 else None,
                "signal": _signal_name(-code) if code < 0 else None,
                "out_of_memory": run.out_of_memory,
            }
        )

    def sweep(self) -> None:
        """Kills children that no run has: those that ended runs have left behind."""
        table = processes.snapshot()
        own = os.getpid()
        strays = [
            pid
            for pid, (parent, _) in table.items()
            if parent == own and pid not in self._by_pid and pid not in self._cleaners
        ]
        for stray in strays:
            for pid in processes.tree(table, stray):
                _kill(pid)
        self.sweep_due = None
        # Their orphans become children of this process; the next reaping asks for the next sweep.
        if not strays:
            self._clean_up()

    def _clean_up(self) -> None:
        self.sweep_due = None
        if self._remove is None:
            return
        ended, self._ended = self._ended, []
        for cwd in ended:
            cleaner = self._remove(cwd)
            if cleaner is not None:
                self._cleaners.add(cleaner)

    def kill_all(self) -> None:
        """Kills every descendant and waits for their end, for a moment at most."""
        until = time.monotonic() + _KILL_ALL_SECONDS
        for pid in list(self._by_pid):
            _kill_group(pid)
        while time.monotonic() < until:
            table = processes.snapshot()
            for pid in processes.tree(table, os.getpid())[1:]:
                _kill(pid)
            try:
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
            except ChildProcessError:
                return
            time.sleep(0.002)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _kill_group(pid: int) -> None:
    _kill(pid)
    try:
        os.killpg(pid, signal.SIGKILL)
    except OSError:
        # The child has not made its group yet, or has ended.
        pass


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except OSError:
        pass
