"""What all processes of one run use: seen from outside while they run, and as the kernel adds it up."""

from collections.abc import Generator
from typing import Optional

from . import processes

# A sum that counts shared pages several times is worth an exact look when it is this much above the last.
_NOTABLE = 1.1


# What a meter reads.
SHARED = "shared"
# More are not read, and the largest are.
_MOST_PROCESSES = 1024


def read_shared(sizes: list[tuple[int, int]], enough: int) -> Generator[None, None, int]:
    """What processes have in memory together, each shared page counted once: one process at a time.

    `sizes`: pairs of resident bytes and pid. More than `enough` is not read to its end.
    """
    total = 0
    for resident, pid in sizes:
        total += processes.proportional_bytes(pid, resident)
        if total > enough:
            break
        yield
    return total


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
        self._first_bytes: dict[int, int] = {}
        self._baseline = baseline
        self._exact_at = 0
        self._asked = False
        self._kernel_bytes = 0

    def look(
        self,
        table: processes.ProcessTable,
        pids: list[int],
        cpu_ms: float,
        limit_bytes: int,
        kernel_bytes: int = 0,
    ) -> Optional[tuple]:
        """`needed_bytes` becomes what the processes `pids` have now, as far as that is quick to see.

        `kernel_bytes`: what the kernel holds for them, which is no process's own memory. Returns what has to be read for the
        sum of what they share, if anything: what, and its arguments. Until `take_shared` has that the last one stands.
        """
        wanted = None
        resident = processes.resident_bytes(table, pids)
        own = resident - self._baseline
        grown = self._growth(table, pids)
        shared = len(pids) > 1 and resident > self._exact_at * _NOTABLE
        if grown + kernel_bytes > limit_bytes:
            # To wait for the exact sum would be to let them go on meanwhile.
            own = grown
        elif shared or own + kernel_bytes > limit_bytes:
            if not self._asked:
                self._asked = True
                self._exact_at = resident
                sizes = sorted(((table[pid].resident, pid) for pid in pids if pid in table), reverse=True)
                wanted = (SHARED, sizes[:_MOST_PROCESSES], limit_bytes - kernel_bytes + self._baseline)
            own = self._own_bytes
        elif len(pids) > 1:
            own = self._own_bytes
        self._kernel_bytes = kernel_bytes
        self._need(own)
        self._keep(cpu_ms, self.needed_bytes)
        return wanted

    def take(self, cpu_ms: float, needed_bytes: int) -> None:
        """What somebody else knows of all processes together."""
        self.needed_bytes = needed_bytes
        self._keep(cpu_ms, needed_bytes)

    def take_shared(self, total: int) -> None:
        """What the processes have together, as it was read; 0 where the kernel does not tell."""
        self._asked = False
        self._need((total or self._exact_at) - self._baseline)
        self._keep(self.cpu_ms, self.needed_bytes)

    def _need(self, own: int) -> None:
        self._own_bytes = own
        self.needed_bytes = own + self._kernel_bytes

    def add_up(self, cpu_ms: float, max_resident: int) -> None:
        """Takes what the kernel tells of processes that have ended."""
        self._keep(cpu_ms, max_resident - self._baseline)

    def _growth(self, table: processes.ProcessTable, pids: list[int]) -> int:
        """What the processes have for certain, in bytes: each page that one got by itself is no other's.

        Those that a process was forked with it had when it was first seen; the first one had the baseline at most.
        """
        now = {pid: table.anonymous_bytes(pid) for pid in pids}
        if not self._first_bytes and len(pids) == 1:
            self._first_bytes = {pid: min(size, self._baseline) for pid, size in now.items()}
        self._first_bytes = {pid: self._first_bytes.get(pid, size) for pid, size in now.items()}
        return sum(max(0, size - self._first_bytes[pid]) for pid, size in now.items())

    def _keep(self, cpu_ms: float, needed: int) -> None:
        self.cpu_ms = max(self.cpu_ms, cpu_ms)
        self.peak_bytes = max(self.peak_bytes, needed)
