"""Which process the kernel ends first when the machine runs out of memory."""

import os

from . import linux, processes

# Runs come before anything else: this is as if each of their processes had half of the machine's memory.
FIRST = 500
_MOST = 1000
# A part of the machine's memory, in thousandths, from which on it is written anew.
_STEP = 10
_MACHINE_BYTES = os.sysconf("SC_PHYS_PAGES") * processes.PAGE


class OomScore:
    """Of one run: has each of its processes count as all of them together, since the kernel looks for the largest one."""

    def __init__(self) -> None:
        self._told: dict[int, int] = {}

    def look(self, table: processes.ProcessTable, pids: list[int], run_bytes: int) -> None:
        if run_bytes * 1000 < _MACHINE_BYTES * _STEP:
            return
        for pid in pids:
            if pid not in table:
                continue
            others = max(0, run_bytes - table[pid].resident)
            score = min(_MOST, FIRST + others * 1000 // _MACHINE_BYTES)
            if score >= self._told.get(pid, FIRST) + _STEP:
                self._told[pid] = score
                try:
                    linux.write(f"/proc/{pid}/oom_score_adj", str(score))
                except OSError:
                    # It has ended.
                    pass
