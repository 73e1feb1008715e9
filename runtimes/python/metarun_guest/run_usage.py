"""What all processes of one run use: seen from outside while they run, and as the kernel adds it up."""

from typing import Dict, List, Optional, Tuple

from . import processes

# A sum that counts shared pages several times is worth an exact look when it is this much above the last.
_NOTABLE = 1.1


class _ExactSum:
    """What processes have in memory together, each shared page counted once: read one process at a time."""

    def __init__(self, table: processes.ProcessTable, pids: List[int], enough: int) -> None:
        residents = ((table[pid].resident, pid) for pid in pids if pid in table)
        # The largest comes last, and is read first.
        self._unread: List[Tuple[int, int]] = sorted(residents)
        self._enough = enough
        self.bytes = 0

    def read_one(self) -> bool:
        """Whether the sum is known by now, or known to be more than enough."""
        if self._unread:
            resident, pid = self._unread.pop()
            self.bytes += processes.proportional_bytes(pid, resident)
        return not self._unread or self.bytes > self._enough


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
        self._exact_at = 0
        self._sum: Optional[_ExactSum] = None
        self._kernel_bytes = 0

    @property
    def measuring(self) -> bool:
        """Whether `measure` has something left to read."""
        return self._sum is not None

    def look(
        self,
        table: processes.ProcessTable,
        pids: List[int],
        cpu_ms: float,
        limit_bytes: int,
        kernel_bytes: int = 0,
        exact: bool = True,
    ) -> None:
        """`needed_bytes` becomes what the processes `pids` have now, as far as that is quick to see.

        `kernel_bytes`: what the kernel holds for them, which is no process's own memory. `exact`: whether `measure` may
        be called for the sum of what processes share; until that is known the last one stands.
        """
        resident = processes.resident_bytes(table, pids)
        own = resident - self._baseline
        grown = self._growth(pids)
        shared = len(pids) > 1 and resident > self._exact_at * _NOTABLE
        if grown + kernel_bytes > limit_bytes:
            # To wait for the exact sum would be to let them go on meanwhile.
            own = grown
        elif exact and (shared or own + kernel_bytes > limit_bytes):
            if self._sum is None:
                self._exact_at = resident
                enough = limit_bytes - kernel_bytes + self._baseline
                self._sum = _ExactSum(table, pids, enough)
            own = self._own_bytes
        elif len(pids) > 1:
            own = self._own_bytes
        self._kernel_bytes = kernel_bytes
        self._need(own)
        self._keep(cpu_ms, self.needed_bytes)

    def take(self, cpu_ms: float, needed_bytes: int) -> None:
        """What somebody else knows of all processes together."""
        self.needed_bytes = needed_bytes
        self._keep(cpu_ms, needed_bytes)

    def measure(self) -> None:
        """Reads one process for the exact sum; `needed_bytes` has it once it is known."""
        if self._sum is None or not self._sum.read_one():
            return
        # Nothing where the kernel does not tell.
        self._need((self._sum.bytes or self._exact_at) - self._baseline)
        self._keep(self.cpu_ms, self.needed_bytes)
        self._sum = None

    def _need(self, own: int) -> None:
        self._own_bytes = own
        self.needed_bytes = own + self._kernel_bytes

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
