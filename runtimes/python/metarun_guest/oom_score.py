"""Determines which process the kernel kills first when the machine runs out of memory."""

import os

from . import linux, processes

# Runs come before anything else: with this score, each of their processes counts as if it had half of the machine's
# memory.
FIRST = 500
_MOST = 1000
# Minimum change that is written, in thousandths of the machine's memory.
_STEP = 10
_MACHINE_BYTES = os.sysconf("SC_PHYS_PAGES") * processes.PAGE


class OomScore:
    """Makes each process of a run count as all of them together, since the kernel kills the largest process first."""

    def __init__(self) -> None:
        self._written: dict[int, int] = {}

    def update(self, table: processes.ProcessTable, pids: list[int], run_bytes: int) -> None:
        if run_bytes * 1000 < _MACHINE_BYTES * _STEP:
            return
        for pid in pids:
            if pid not in table:
                continue
            others = max(0, run_bytes - table[pid].resident)
            score = min(_MOST, FIRST + others * 1000 // _MACHINE_BYTES)
            if score >= self._written.get(pid, FIRST) + _STEP:
                self._written[pid] = score
                try:
                    linux.write(f"/proc/{pid}/oom_score_adj", str(score))
                except OSError:
                    # The process has ended.
                    pass
