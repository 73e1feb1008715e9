"""Usage of all processes of one run: measured from outside while they run, and as summed by the kernel."""

from collections.abc import Generator
from typing import Optional

from . import processes

# Factor by which the sum, which counts shared pages several times, must exceed the last exact reading before another
# one.
_NOTABLE = 1.1


# Kind of reading of the meter.
SHARED = "shared"
# Maximum number of processes that are read, starting with the largest.
_MOST_PROCESSES = 1024


def read_shared(sizes: list[tuple[int, int]], enough: int) -> Generator[None, None, int]:
    """Sums the resident memory of processes, counting each shared page once; reads one process for each `next()`.

    `sizes` are pairs of resident bytes and pid. Stops when the sum exceeds `enough`.
    """
    total = 0
    for resident, pid in sizes:
        total += processes.proportional_bytes(pid, resident)
        if total > enough:
            break
        yield
    return total


class RunUsage:
    """`cpu_ms`, and `peak_bytes` beyond `baseline`, which is the memory of a run before it does anything.

    Polls have a resolution of 10 ms of CPU time, and miss processes that live and die between two of them. The kernel's
    sums have neither flaw, but they describe each process separately, and only those that were waited for. The larger
    figure counts.
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

    def poll(
        self,
        table: processes.ProcessTable,
        pids: list[int],
        cpu_ms: float,
        limit_bytes: int,
        kernel_bytes: int = 0,
    ) -> Optional[tuple]:
        """Sets `needed_bytes` to the current memory of the processes `pids`, as far as it can be read quickly.

        `kernel_bytes` is the kernel memory held for them. Returns the reading that is needed for their shared memory,
        if any: its kind and arguments. Until `take_shared` receives its result, the last one is used.
        """
        wanted = None
        resident = processes.resident_bytes(table, pids)
        own = resident - self._baseline
        grown = self._growth(table, pids)
        shared = len(pids) > 1 and resident > self._exact_at * _NOTABLE
        if grown + kernel_bytes > limit_bytes:
            # If it waited for the exact sum, the processes could continue meanwhile.
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
        """Receives figures of all processes together from another source."""
        self.needed_bytes = needed_bytes
        self._keep(cpu_ms, needed_bytes)

    def take_shared(self, total: int) -> None:
        """Receives the sum of the processes' memory; 0 if the kernel does not report it."""
        self._asked = False
        self._need((total or self._exact_at) - self._baseline)
        self._keep(self.cpu_ms, self.needed_bytes)

    def _need(self, own: int) -> None:
        self._own_bytes = own
        self.needed_bytes = own + self._kernel_bytes

    def add_up(self, cpu_ms: float, max_resident: int) -> None:
        """Receives the kernel's figures of ended processes."""
        self._keep(cpu_ms, max_resident - self._baseline)

    def _growth(self, table: processes.ProcessTable, pids: list[int]) -> int:
        """Returns the memory that the processes certainly have, in bytes: pages that a process allocated itself are in
        no other.

        Pages that a process was forked with existed when it was first seen; the first process had at most the baseline.
        """
        now = {pid: table.anonymous_bytes(pid) for pid in pids}
        if not self._first_bytes and len(pids) == 1:
            self._first_bytes = {pid: min(size, self._baseline) for pid, size in now.items()}
        self._first_bytes = {pid: self._first_bytes.get(pid, size) for pid, size in now.items()}
        return sum(max(0, size - self._first_bytes[pid]) for pid, size in now.items())

    def _keep(self, cpu_ms: float, needed: int) -> None:
        self.cpu_ms = max(self.cpu_ms, cpu_ms)
        self.peak_bytes = max(self.peak_bytes, needed)
