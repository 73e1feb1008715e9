"""What all processes of one run use: seen from outside while they run, and as the kernel adds it up."""

from typing import Dict, List

from . import processes

# A sum that counts shared pages several times is worth an exact look when it is this much above the last.
_NOTABLE = 1.1


class RunUsage:
    """`cpu_ms`, and `peak_bytes` beyond `baseline`: what a run has in memory before it does anything.

    Looks have a resolution of 10 ms of CPU time, and miss what lives and dies between two of them. The
    kernel's sums have neither fault but know of each process alone, and only of those that were waited for.
    The larger of the two counts.
    """

    def __init__(self, baseline: int) -> None:
        self.cpu_ms = 0.0
        self.peak_bytes = 0
        self.needed_bytes = 0
        self._own_bytes = 0
        self._first_bytes: Dict[int, int] = {}
        self._baseline = baseline
        self._exact_at = 0.0

    def look(
        self,
        table: processes.ProcessTable,
        pids: List[int],
        cpu_ms: float,
        limit_bytes: int,
        socket_bytes: int = 0,
        exact: bool = True,
    ) -> None:
        """`needed_bytes` becomes what the processes `pids` have now, or a part of it that passes the limit.

        `socket_bytes`: what their sockets can hold, which is no process's own memory. `exact`: whether there is
        time for the sum of what processes share; without it the last one stands.
        """
        resident = processes.resident_bytes(table, pids)
        own = resident - self._baseline
        grown = self._growth(pids)
        shared = len(pids) > 1 and resident > self._exact_at * _NOTABLE
        if grown + socket_bytes > limit_bytes:
            # To wait for the exact sum would be to let them go on meanwhile.
            own = grown
        elif exact and (shared or own + socket_bytes > limit_bytes):
            self._exact_at = resident
            enough = limit_bytes - socket_bytes + self._baseline
            own = (processes.proportional_bytes(table, pids, enough) or resident) - self._baseline
        elif len(pids) > 1:
            own = self._own_bytes
        self._own_bytes = own
        self.needed_bytes = own + socket_bytes
        self._keep(cpu_ms, self.needed_bytes)

    def add_up(self, cpu_ms: float, max_resident: int) -> None:
        """Takes what the kernel tells of processes that have ended."""
        self._keep(cpu_ms, max_resident - self._baseline)

    def _growth(self, pids: List[int]) -> int:
        """What several processes have for certain, in bytes: each page that one got by itself is no other's.

        Those that a process was forked with it had when it was first seen.
        """
        if len(pids) < 2:
            return 0
        now = {pid: processes.anonymous_bytes(pid) for pid in pids}
        self._first_bytes = {pid: self._first_bytes.get(pid, size) for pid, size in now.items()}
        return sum(max(0, size - self._first_bytes[pid]) for pid, size in now.items())

    def _keep(self, cpu_ms: float, needed: int) -> None:
        self.cpu_ms = max(self.cpu_ms, cpu_ms)
        self.peak_bytes = max(self.peak_bytes, needed)
