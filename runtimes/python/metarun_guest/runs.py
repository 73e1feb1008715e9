"""The fork server's children: maps them to runs, measures their usage, and removes everything left of ended ones."""

import math
import os
import resource
import signal
import time
from collections.abc import Iterator
from typing import Callable, NamedTuple, Optional

from . import confine, processes
from .control_groups import ControlGroup
from .crowds import MOST_ENDING, Crowd, Turns
from .kernel_memory import KernelMemory
from .meter import Meter, Read
from .namespaces import End, Failure, Sandbox
from .niceness import Niceness, ShortRuns
from .oom_score import OomScore
from .output_pipes import Pipes
from .run_usage import SHARED, RunUsage

# Maximum wait for the end of all descendants, and interval of polls (seconds).
_KILL_ALL_SECONDS = 2.0
_KILLED_LOOK_SECONDS = 0.002
# Maximum age of the last poll for which a killed run is not polled again: with many processes, a poll takes a while.
_RECENT_SECONDS = 0.05
# Maximum age for a run with so many processes that they are ended some at a time: it is polled meanwhile.
_RECENT_OF_MANY_SECONDS = 0.25
# CPU time in ms that a run of one process may use between two polls: the share of its use so far, within these limits.
# It is polled after so many seconds if it has used less.
_UNSEEN_SHARE = 0.1
_LEAST_UNSEEN_MS = 10.0
_MOST_UNSEEN_MS = 50.0
_LONGEST_UNSEEN = 0.5
_PROCESSORS = os.cpu_count() or 1
# Growth of a cancelled script's CPU time after which the host receives it again (ms).
_REPORTED_MS = 100
# Signals with which the kernel ends a process at its CPU time limit.
_CPU_SIGNALS = (signal.SIGXCPU, signal.SIGKILL)


class Baseline(NamedTuple):
    """The memory of a run before it does anything, in bytes: the address space of the server, and the memory of a fork
    of it.
    """

    space: int
    resident: int


class Run:
    """A run. `pid` is its process, or the first process of its sandbox.

    A run without a sandbox has a working directory `cwd`, which the server must remove, and its output in `pipes`.
    `exceeded` is the limit for which the run was killed, "memory" or "cpu".
    """

    def __init__(
        self,
        hello: dict,
        pid: int,
        baseline: Baseline,
        short: ShortRuns,
        cwd: Optional[str] = None,
        sandbox: Optional[Sandbox] = None,
        pipes: Optional[Pipes] = None,
    ) -> None:
        self.id: int = hello["id"]
        self.pid = pid
        self.memory_bytes: int = hello["memory_bytes"]
        # 0 means no limit.
        self.cpu_ms: int = hello["cpu_ms"]
        self.cwd = cwd
        self.pipes = pipes
        self.words = (b"", b"")
        self.sandbox = sandbox
        self.group: Optional[ControlGroup] = None if sandbox is None else sandbox.group
        self._most_space = confine.space_for(baseline.space, self.memory_bytes) if self.memory_bytes else math.inf
        self.usage = RunUsage(baseline.resident)
        self._kernel = KernelMemory(self.group is not None)
        # A method of this object would create a cycle, which is never collected here: ended runs would accumulate.
        as_run = _call if sandbox is None else sandbox.act_as_user
        self._niceness = Niceness(as_run, _nothing if sandbox is None else sandbox.set_niceness, short)
        self._oom_score = OomScore()
        self.crowd = Crowd(as_run)
        self.exceeded: Optional[str] = None
        self._killed = False
        self.is_ending = False
        self._pids: list[int] = []
        self._is_roomy = False
        self._polled_at = 0.0
        # CPU time of its processes at the start of the last poll; None unless the script had one process, the same as
        # before.
        self._polled_ns: Optional[int] = None
        self._is_cancelled = False
        # CPU time of the script's own process, and the value that was reported last.
        self._script_ms = 0.0
        self._reported_ms: Optional[float] = None

    @property
    def seen_recently(self) -> bool:
        recent = _RECENT_OF_MANY_SECONDS if len(self._pids) > MOST_ENDING else _RECENT_SECONDS
        return time.monotonic() - self._polled_at < recent

    @property
    def is_held_by_polls(self) -> bool:
        """True if at the last poll it had several processes, or one without the limit on address space."""
        return self.group is None and (len(self._pids) > 1 or self._is_roomy)

    @property
    def _most_unseen_ns(self) -> float:
        return 1e6 * min(max(self.usage.cpu_ms * _UNSEEN_SHARE, _LEAST_UNSEEN_MS), _MOST_UNSEEN_MS)

    def unseen_ns(self) -> tuple[int, float]:
        """Returns the CPU time in ns since the last poll, and how much more it may use until the next; 0 if it must be
        polled.

        The next poll can wait while the script has one process, the same as before.
        """
        now = self._cpu_ns()
        if now is None or self._polled_ns is None:
            return 0, 0.0
        unseen = now - self._polled_ns
        return unseen, max(0.0, self._most_unseen_ns - unseen)

    def note_clock(self) -> None:
        """Records its CPU time at the beginning of a poll."""
        self._polled_ns = self._cpu_ns()

    def _cpu_ns(self) -> Optional[int]:
        if len(self._pids) != 1:
            return None
        first = 0 if self.sandbox is None else processes.cpu_ns(self.pid)
        script = processes.cpu_ns(self._pids[0])
        return None if first is None or script is None else first + script

    def poll(self, table: processes.ProcessTable, children: processes.Children) -> list[tuple]:
        """Measures the usage of its processes. The first process of a sandbox adopts its orphans, and works for its
        sockets.

        Returns the readings that the meter must make for it, with arguments; `take` receives the results.
        """
        self._polled_at = time.monotonic()
        pids = processes.tree(children, self.pid)
        adopted = 0.0
        kernel_bytes = 0
        if self.sandbox is not None:
            adopted = processes.cpu_ms(table, [self.pid])
            pids = pids[1:]
        if pids and pids[0] in table:
            self._script_ms = table[pids[0]].own_ms
            # Any process can lift the limit, and calls of programs do so briefly.
            self._is_roomy = table[pids[0]].space > self._most_space
        if pids != self._pids or self._is_roomy:
            self._polled_ns = None
        self._pids = pids
        cpu_ms = processes.cpu_ms(table, pids) + adopted
        wanted: list[Optional[tuple]] = []
        if self.sandbox is not None:
            wanted.append(self._kernel.poll(pids, cpu_ms))
            kernel_bytes = self._kernel.bytes
        if self.group is not None:
            self.usage.take(cpu_ms, self.group.run_bytes + kernel_bytes)
        else:
            if self.sandbox is not None:
                kernel_bytes += processes.socket_bytes(self.pid)
            wanted.append(self.usage.poll(table, pids, cpu_ms, self.memory_bytes, kernel_bytes))
        self._niceness.update(table, pids, cpu_ms)
        self._oom_score.update(table, pids, self.usage.needed_bytes)
        self.crowd.update(table, pids)
        return [what for what in wanted if what is not None]

    def take(self, read: Read) -> None:
        if read.what == SHARED:
            self.usage.take_shared(read.bytes)
        else:
            self._kernel.take(read.bytes, read.seconds)

    def cancel(self) -> None:
        """Records that its script has been cancelled."""
        self._is_cancelled = True
        self._niceness.be_awaited()

    def take_script_ms(self) -> Optional[float]:
        """Returns the CPU time of the script's own process if the host should receive it now."""
        last = self._reported_ms
        if not self._is_cancelled or (last is not None and self._script_ms < last + _REPORTED_MS):
            return None
        self._reported_ms = self._script_ms
        return self._script_ms

    @property
    def past_cpu_limit(self) -> bool:
        return 0 < self.cpu_ms < self.usage.cpu_ms

    def kill(self) -> None:
        """Kills all its processes: those seen at the last poll at once, the rest with the first process or by the
        sweep.

        Many processes are killed a few at a time, by calls of `end_some`.
        """
        self._killed = True
        if self.sandbox is not None and len(self._pids) > MOST_ENDING:
            self.is_ending = True
        else:
            self._kill_at_once()

    def end_some(self, table: processes.ProcessTable, most: int) -> int:
        """Kills its processes so that at most `most` are ending at the same time; returns how many are ending."""
        left = self.crowd.end(table, self._pids, most)
        if left <= most:
            self._kill_at_once()
        return min(left, most)

    def _kill_at_once(self) -> None:
        # Not only the first process: it would need a processor before the kernel ends the others with it.
        if self.group is not None:
            self.group.kill()
        for pid in self._pids:
            _kill(pid)
        _kill_group(self.pid)

    @property
    def lost(self) -> bool:
        """True if the first process of its sandbox ended without a report. No process within the sandbox can kill it."""
        return self.sandbox is not None and self.sandbox.read_end() is None and not self._killed

    def exceeded_limit(self) -> Optional[str]:
        # A run in a group is limited there, and the group may be full of file pages that can be freed.
        needed = self.usage.needed_bytes if self.group is None else self._kernel.bytes
        if self.ran_out_of_memory or needed > self.memory_bytes:
            return "memory"
        return "cpu" if self.past_cpu_limit else None

    @property
    def ran_out_of_memory(self) -> bool:
        """True if the kernel has killed one of its processes because its group was at the memory limit."""
        return self.group is not None and self.group.was_full

    def add_up(self, end: End) -> int:
        """Adds the figures of its sandbox's end; returns the status of the script's process."""
        self.usage.add_up(end.cpu_ms, 0 if self.group is not None else end.max_resident)
        self.words = end.words
        return end.status

    @property
    def peak_bytes(self) -> int:
        seen = self.usage.peak_bytes
        return seen if self.group is None else max(seen, self.group.peak_bytes)


class Runs:
    """All runs. `remove(cwd)` removes a directory; it returns None, or the pid of the child that does it.

    `remove` is None if runs have namespaces, since the kernel leaves no processes or files of those behind.
    `close(sandbox)` is called for each sandbox whose processes have ended. `meter` is None if there is no /proc.
    """

    def __init__(
        self,
        report: Callable[[dict], None],
        remove: Optional[Callable[[str], Optional[int]]],
        close: Callable[[Sandbox], None],
        meter: Optional[Meter],
    ) -> None:
        self._report = report
        self._remove = remove
        self._close = close
        self._by_id: dict[int, Run] = {}
        self._by_pid: dict[int, Run] = {}
        self._meter = meter
        self._turns = Turns()
        # With namespaces, this process sees no other processes than its own.
        self._snapshots = processes.Snapshots(keep=remove is None)
        # The newest process at the last poll.
        self._newest = b""
        self._polled_at = 0.0
        # CPU time of all runs since that poll, at the last check.
        self._unseen_ns = 0
        self._cleaners: set[int] = set()
        self._ended: list[str] = []
        self.sweep_due: Optional[float] = None
        self.baseline = Baseline(0, 0)
        self.short = ShortRuns()

    def measure_baseline(self) -> None:
        """Measures the memory of a run before it does anything: the server's own memory."""
        self.baseline = Baseline(processes.own_address_space(), processes.resident_after_fork())

    @property
    def active(self) -> bool:
        return bool(self._by_pid)

    @property
    def count(self) -> int:
        return len(self._by_pid)

    def add(self, run: Run) -> None:
        self._by_id[run.id] = self._by_pid[run.pid] = run

    def cancel(self, run: int) -> None:
        """Records that the run's script has been cancelled. Has no effect on a run that has ended."""
        found = self._by_id.get(run)
        if found is not None:
            found.cancel()

    def kill(self, run: int) -> None:
        """Kills a run. Has no effect on a run that has ended. The sweep finds processes that have left its group."""
        found = self._by_id.get(run)
        if found is None:
            return
        if found.sandbox is not None and found.sandbox.read_end() is not None:
            # It has ended by itself or not started: the kill comes too late.
            self.take_report(found.sandbox)
        else:
            # The kernel reports no usage for processes that are killed with their namespaces.
            if not found.seen_recently:
                table = self._snapshots.take()
                found.poll(table, processes.collect_children(table))
            self._report_end("ending", found, None, signal.SIGKILL)
        found.kill()

    def take_report(self, sandbox: Sandbox) -> bool:
        """Reports how the run ended as soon as its sandbox has reported it. Returns whether the run exists."""
        run = self._by_pid.get(sandbox.pid)
        if run is None or run.sandbox is not sandbox:
            return False
        end = sandbox.read_end()
        if isinstance(end, End):
            self._report_status(run, "ending", run.add_up(end))
        return True

    def spare_seconds(self) -> Optional[float]:
        """Returns for how long no run needs a poll (seconds); infinity if none has used anything since the last call.

        Returns None if they must be polled now. Takes few system calls.
        """
        if not self._newest or processes.newest_pid() != self._newest:
            return None
        before, self._unseen_ns = self._unseen_ns, 0
        least = math.inf
        for run in self._by_pid.values():
            unseen, left = run.unseen_ns()
            if left == 0:
                return None
            self._unseen_ns += unseen
            least = min(least, left)
        if self._unseen_ns > 0 and time.monotonic() >= self._polled_at + _LONGEST_UNSEEN:
            return None
        return math.inf if self._unseen_ns == before else least / 1e9 / _PROCESSORS

    def poll(self) -> Iterator[None]:
        """Measures the usage of each run, and kills runs that exceed a limit. Does one piece of the work for each
        `next()`.
        """
        before = list(self._by_pid.values())
        self._newest = processes.newest_pid()
        self._polled_at = time.monotonic()
        self._unseen_ns = 0
        for run in before:
            run.note_clock()
        table = self._snapshots.new_table()
        yield from self._snapshots.fill(table)
        children = processes.collect_children(table)
        for run in before:
            if self._by_pid.get(run.pid) is run:
                for wanted in run.poll(table, children):
                    if self._meter is not None:
                        self._meter.ask(run.id, *wanted)
                script_ms = run.take_script_ms()
                if script_ms is not None:
                    self._report({"type": "used", "id": run.id, "cpu_ms": script_ms})
                self._hold_to_limits(run)
                yield
        self._turns.update(run.crowd for run in self._by_pid.values())
        most = MOST_ENDING
        for run in self._by_pid.values():
            if run.is_ending:
                most -= run.end_some(table, most)

    @property
    def urgent(self) -> bool:
        """True if the next poll is urgent: a run is being ended, or only polls enforce its memory limit."""
        return any(run.is_held_by_polls or run.is_ending for run in self._by_pid.values())

    def take_read(self, meter: Meter) -> None:
        """Receives the meter's results, and kills runs that have exceeded a limit."""
        for read in meter.take():
            run = self._by_id.get(read.run)
            if run is not None:
                run.take(read)
                self._hold_to_limits(run)

    def _hold_to_limits(self, run: Run) -> None:
        first = run.exceeded is None
        run.exceeded = run.exceeded or run.exceeded_limit()
        if run.exceeded is not None:
            if first:
                self._report_end("ending", run, None, signal.SIGKILL)
            run.kill()

    def reap(self, sweep_delay: float) -> None:
        """Collects ended children."""
        while True:
            try:
                # Only peeked at before it is collected: until then, its pid cannot belong to another process.
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
        if run.pipes is not None:
            run.words = run.pipes.last_words()
            run.pipes.close()
        if run.sandbox is None:
            run.usage.add_up(processes.compute_cpu_ms(used), processes.compute_max_resident(used))
            self._report_status(run, "exited", status)
        else:
            self._report_sandbox_end(run, run.sandbox, status)
            self._close(run.sandbox)

    def _report_sandbox_end(self, run: Run, sandbox: Sandbox, status: int) -> None:
        end = sandbox.read_end()
        if isinstance(end, End):
            status = run.add_up(end)
        elif isinstance(end, Failure):
            self._report({"type": "lost" if end.has_begun else "refused", "id": run.id, "message": end.reason})
            return
        elif run.lost and not run.ran_out_of_memory:
            message = "The namespaces of the script were ended from outside."
            self._report({"type": "lost", "id": run.id, "message": message})
            return
        self._report_status(run, "exited", status)

    def _report_status(self, run: Run, kind: str, status: int) -> None:
        if run.ran_out_of_memory:
            run.exceeded = run.exceeded or "memory"
        code = os.waitstatus_to_exitcode(status)
        if -code in _CPU_SIGNALS and run.past_cpu_limit:
            run.exceeded = run.exceeded or "cpu"
        if code >= 0:
            if kind == "exited" and code == 0:
                self.short.learn(run.usage.cpu_ms)
            self._report_end(kind, run, code, None)
        else:
            self._report_end(kind, run, None, -code)

    def _report_end(self, kind: str, run: Run, status: Optional[int], by: Optional[int]) -> None:
        self._report(
            {
                "type": kind,
                "id": run.id,
                "status": status,
                "signal": None if by is None else _signal_name(by),
                "exceeded": run.exceeded,
                "cpu_ms": run.usage.cpu_ms,
                "peak_memory_bytes": run.peak_bytes,
                "words": [words.decode("utf-8", "replace") for words in run.words],
            }
        )

    def sweep(self) -> None:
        """Kills children that belong to no run, which ended runs have left behind."""
        table = self._snapshots.take()
        own = os.getpid()
        reading = None if self._meter is None else self._meter.pid
        strays = [
            pid
            for pid, process in table.items()
            if process.parent == own and pid not in self._by_pid and pid not in self._cleaners and pid != reading
        ]
        children = processes.collect_children(table)
        for stray in strays:
            for pid in processes.tree(children, stray):
                _kill(pid)
        self.sweep_due = None
        # Their orphans become children of this process; the next reaping schedules the next sweep.
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
        """Kills all descendants and waits for their end, at most 2 s."""
        until = time.monotonic() + _KILL_ALL_SECONDS
        for pid in list(self._by_pid):
            _kill_group(pid)
        while time.monotonic() < until:
            children = processes.collect_children(self._snapshots.take())
            for pid in processes.tree(children, os.getpid())[1:]:
                _kill(pid)
            try:
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
            except ChildProcessError:
                return
            time.sleep(_KILLED_LOOK_SECONDS)


def _nothing(_niceness: int) -> None:
    pass


def _call(act: Callable[[], None]) -> None:
    act()


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
        # The child has not created its group yet, or has ended.
        pass


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except OSError:
        pass
