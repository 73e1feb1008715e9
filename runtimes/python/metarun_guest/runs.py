"""The fork server's children: which run each is, what it uses, and that nothing of it is left behind."""

import os
import resource
import signal
import time
from collections.abc import Iterator
from typing import Callable, Optional

from . import processes
from .control_groups import ControlGroup
from .crowds import MOST_ENDING, Crowd, Turns
from .kernel_memory import KernelMemory
from .meter import Meter, Read
from .namespaces import End, Room
from .niceness import Niceness
from .oom_score import OomScore
from .run_usage import SHARED, RunUsage

_KILL_ALL_SECONDS = 2.0
# A run that is killed is not looked at once more when its last look is this recent: with many processes that takes a while.
_RECENT_SECONDS = 0.05
# The same of a run with so many that they are ended some at a time: it is looked at meanwhile.
_RECENT_OF_MANY_SECONDS = 0.25
# Signals that the kernel ends a process with at its limit on CPU time.
_CPU_SIGNALS = (signal.SIGXCPU, signal.SIGKILL)


class Run:
    """`pid`: the process of the run, or the first process of the room that it is in.

    A run in no room has a working directory `cwd` that somebody must remove. `exceeded`: the limit that it
    was ended for, "memory" or "cpu".
    """

    def __init__(self, hello: dict, pid: int, baseline: int, cwd: Optional[str] = None, room: Optional[Room] = None) -> None:
        self.id: int = hello["id"]
        self.pid = pid
        self.memory_bytes: int = hello["memory_bytes"]
        # 0: no limit.
        self.cpu_ms: int = hello["cpu_ms"]
        self.cwd = cwd
        self.room = room
        self.group: Optional[ControlGroup] = None if room is None else room.group
        self.usage = RunUsage(baseline)
        self._kernel = KernelMemory(self.group is not None)
        self._niceness = Niceness(self._as_run, (lambda _niceness: None) if room is None else room.count)
        self._oom_score = OomScore()
        self.crowd = Crowd(self._as_run)
        self.exceeded: Optional[str] = None
        self._killed = False
        self.is_ending = False
        self._pids: list[int] = []
        self._looked_at = 0.0

    @property
    def seen_recently(self) -> bool:
        recent = _RECENT_OF_MANY_SECONDS if len(self._pids) > MOST_ENDING else _RECENT_SECONDS
        return time.monotonic() - self._looked_at < recent

    @property
    def multiplies(self) -> bool:
        """Whether it had several processes when it was last looked at, which nothing holds together meanwhile."""
        return self.group is None and len(self._pids) > 1

    def look(self, table: processes.ProcessTable, children: processes.Children) -> list[tuple]:
        """Takes note of what its processes use; the first one of a room is not its own, but adopts its orphans.

        Returns what a meter has to read of it, with arguments; `take` takes what came of that.
        """
        self._looked_at = time.monotonic()
        pids = processes.tree(children, self.pid)
        adopted = 0.0
        kernel_bytes = 0
        if self.room is not None:
            adopted = table[self.pid].children_ms if self.pid in table else 0.0
            pids = pids[1:]
        self._pids = pids
        cpu_ms = processes.cpu_ms(table, pids) + adopted
        wanted: list[Optional[tuple]] = []
        if self.room is not None:
            wanted.append(self._kernel.look(pids, cpu_ms))
            kernel_bytes = self._kernel.bytes
        if self.group is not None:
            self.usage.take(cpu_ms, self.group.run_bytes + kernel_bytes)
        else:
            if self.room is not None:
                kernel_bytes += processes.socket_bytes(self.pid)
            wanted.append(self.usage.look(table, pids, cpu_ms, self.memory_bytes, kernel_bytes))
        self._niceness.look(table, pids, cpu_ms)
        self._oom_score.look(table, pids, self.usage.needed_bytes)
        self.crowd.look(table, pids)
        return [what for what in wanted if what is not None]

    def _as_run(self, act: Callable[[], None]) -> None:
        if self.room is None:
            act()
        else:
            self.room.act_as_user(act)

    def take(self, read: Read) -> None:
        if read.what == SHARED:
            self.usage.take_shared(read.bytes)
        else:
            self._kernel.take(read.bytes, read.seconds)

    def cancel(self) -> None:
        """Its script has been cancelled."""
        self._niceness.be_awaited()

    @property
    def past_cpu_limit(self) -> bool:
        return 0 < self.cpu_ms < self.usage.cpu_ms

    def kill(self) -> None:
        """Ends all of it: at once what was seen of it, the rest with its first process or by the sweep.

        Of many processes some at a time, as `end_some` is called.
        """
        self._killed = True
        if self.room is not None and len(self._pids) > MOST_ENDING:
            self.is_ending = True
        else:
            self._kill_at_once()

    def end_some(self, table: processes.ProcessTable, most: int) -> int:
        """Has at most so many processes be ended at the same time; returns how many are."""
        left = self.crowd.end(table, self._pids, most)
        if left <= most:
            self._kill_at_once()
        return min(left, most)

    def _kill_at_once(self) -> None:
        # The first process has to get a processor before the kernel ends the others with it.
        if self.group is not None:
            self.group.kill()
        for pid in self._pids:
            _kill(pid)
        _kill_group(self.pid)

    @property
    def lost(self) -> bool:
        """Whether the first process of its room, which nothing within can kill, has ended before it told of an end."""
        return self.room is not None and self.room.look_for_end() is None and not self._killed

    def judge(self) -> Optional[str]:
        # What is in a group has its limit there, and that may be full of files that nobody needs.
        needed = self.usage.needed_bytes if self.group is None else self._kernel.bytes
        if self.ran_out_of_memory or needed > self.memory_bytes:
            return "memory"
        return "cpu" if self.past_cpu_limit else None

    @property
    def ran_out_of_memory(self) -> bool:
        """Whether the kernel has ended one of its processes, since its group had all that it may have."""
        return self.group is not None and self.group.was_full

    def add_up(self, end: End) -> int:
        """Takes what is told of the end of its room; the status of its process."""
        self.usage.add_up(end.cpu_ms, 0 if self.group is not None else end.max_resident)
        return end.status

    @property
    def peak_bytes(self) -> int:
        seen = self.usage.peak_bytes
        return seen if self.group is None else max(seen, self.group.peak_bytes)


class Runs:
    """`remove(cwd)` removes a directory, and returns the pid of a child that does it or None.

    It is None where runs are in namespaces, of which the kernel leaves no process and no file behind.
    `leave(room)` is told of each room whose processes have ended. `meter`: None where there is no /proc to read.
    """

    def __init__(
        self,
        tell: Callable[[dict], None],
        remove: Optional[Callable[[str], Optional[int]]],
        leave: Callable[[Room], None],
        meter: Optional[Meter],
    ) -> None:
        self._tell = tell
        self._remove = remove
        self._leave = leave
        self._by_id: dict[int, Run] = {}
        self._by_pid: dict[int, Run] = {}
        self._meter = meter
        self._turns = Turns()
        # In namespaces, where the kernel leaves nothing to remove, this process sees no others.
        self._snapshots = processes.Snapshots(keep=remove is None)
        self._cleaners: set[int] = set()
        self._ended: list[str] = []
        self.sweep_due: Optional[float] = None
        self.baseline_space = 0
        self.baseline_resident = 0

    def measure_baseline(self) -> None:
        """Takes what a run uses before it does anything: the server's own memory."""
        self.baseline_space = processes.own_address_space()
        self.baseline_resident = processes.resident_after_fork()

    @property
    def active(self) -> bool:
        return bool(self._by_pid)

    def add(self, run: Run) -> None:
        self._by_id[run.id] = self._by_pid[run.pid] = run

    def cancel(self, run: int) -> None:
        """Takes note that its script has been cancelled. Without effect on a run that has ended."""
        found = self._by_id.get(run)
        if found is not None:
            found.cancel()

    def kill(self, run: int) -> None:
        """Without effect on a run that has ended. What has left its group is found by the sweep."""
        found = self._by_id.get(run)
        if found is not None:
            # Of processes that are killed with their namespaces the kernel adds nothing up.
            if not found.seen_recently:
                table = self._snapshots.take()
                found.look(table, processes.children_of(table))
            self._tell_end("ending", found, None, signal.SIGKILL)
            found.kill()

    def hear(self, room: Room) -> bool:
        """Tells how the run of a room ended as soon as its first process has said so; whether there is such a run."""
        run = self._by_pid.get(room.pid)
        if run is None or run.room is not room:
            return False
        end = room.look_for_end()
        if isinstance(end, End):
            self._tell_of(run, "ending", run.add_up(end))
        return True

    def look(self) -> Iterator[None]:
        """Takes note of what each run uses, and ends those past a limit: a piece each time that it is asked to go on."""
        before = list(self._by_pid.values())
        table = self._snapshots.new_table()
        yield from self._snapshots.fill(table)
        children = processes.children_of(table)
        for run in before:
            if self._by_pid.get(run.pid) is run:
                for wanted in run.look(table, children):
                    if self._meter is not None:
                        self._meter.ask(run.id, *wanted)
                self._hold_to_limits(run)
                yield
        self._turns.look(run.crowd for run in self._by_pid.values())
        most = MOST_ENDING
        for run in self._by_pid.values():
            if run.is_ending:
                most -= run.end_some(table, most)

    @property
    def urgent(self) -> bool:
        """Whether the next look is: a run is being ended, or has several processes that can each take what a run may have."""
        return any(run.multiplies or run.is_ending for run in self._by_pid.values())

    def take_read(self, meter: Meter) -> None:
        """Takes note of what the meter has read, and ends runs that have passed a limit."""
        for read in meter.take():
            run = self._by_id.get(read.run)
            if run is not None:
                run.take(read)
                self._hold_to_limits(run)

    def _hold_to_limits(self, run: Run) -> None:
        first = run.exceeded is None
        run.exceeded = run.exceeded or run.judge()
        if run.exceeded is not None:
            if first:
                self._tell_end("ending", run, None, signal.SIGKILL)
            run.kill()

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
            _, status, usage = os.wait4(pid, 0)
            if run is not None:
                self._on_end(run, status, usage)
            if pid in self._cleaners:
                self._cleaners.discard(pid)
            elif self.sweep_due is None and self._remove is not None:
                self.sweep_due = time.monotonic() + sweep_delay

    def _on_end(self, run: Run, status: int, used: resource.struct_rusage) -> None:
        del self._by_id[run.id]
        if self._meter is not None:
            self._meter.forget(run.id)
        if run.cwd is not None:
            self._ended.append(run.cwd)
        if run.room is None:
            run.usage.add_up(processes.cpu_ms_of(used), processes.max_resident_of(used))
            self._tell_of(run, "exited", status)
        else:
            self._tell_end_of_room(run, run.room, status)
            self._leave(run.room)

    def _tell_end_of_room(self, run: Run, room: Room, status: int) -> None:
        end = room.look_for_end()
        if isinstance(end, End):
            status = run.add_up(end)
        elif end is not None or (run.lost and not run.ran_out_of_memory):
            message = end or "The namespaces of the script were ended from outside."
            self._tell({"type": "refused", "id": run.id, "message": message})
            return
        self._tell_of(run, "exited", status)

    def _tell_of(self, run: Run, kind: str, status: int) -> None:
        if run.ran_out_of_memory:
            run.exceeded = run.exceeded or "memory"
        code = os.waitstatus_to_exitcode(status)
        if -code in _CPU_SIGNALS and run.past_cpu_limit:
            run.exceeded = run.exceeded or "cpu"
        if code >= 0:
            self._tell_end(kind, run, code, None)
        else:
            self._tell_end(kind, run, None, -code)

    def _tell_end(self, kind: str, run: Run, status: Optional[int], by: Optional[int]) -> None:
        self._tell(
            {
                "type": kind,
                "id": run.id,
                "status": status,
                "signal": None if by is None else _signal_name(by),
                "exceeded": run.exceeded,
                "cpu_ms": run.usage.cpu_ms,
                "peak_memory_bytes": run.peak_bytes,
            }
        )

    def sweep(self) -> None:
        """Kills children that no run has: those that ended runs have left behind."""
        table = self._snapshots.take()
        own = os.getpid()
        reading = None if self._meter is None else self._meter.pid
        strays = [
            pid
            for pid, process in table.items()
            if process.parent == own and pid not in self._by_pid and pid not in self._cleaners and pid != reading
        ]
        children = processes.children_of(table)
        for stray in strays:
            for pid in processes.tree(children, stray):
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
            children = processes.children_of(self._snapshots.take())
            for pid in processes.tree(children, os.getpid())[1:]:
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
