"""The usage of runs, their turns and their memory."""

import os
import tempfile
import unittest
from types import SimpleNamespace
from unittest import mock

from metarun_guest import crowds, kernel_memory, niceness, processes, run_usage
from metarun_guest.control_groups import ControlGroups
from metarun_guest.kept_files import KeptFiles, read
from metarun_guest.processes import Process, Snapshots

MB = 1024 * 1024


class Table(dict):
    """A table of processes; `own`: the memory of each that belongs to no file. `states`: those of the threads of each."""

    def __init__(self, given, own=None, states=None):
        super().__init__(given)
        self._own = own or {}
        self._states = states or {}

    def anonymous_bytes(self, pid):
        return self._own.get(pid, 0)

    def read_threads(self, pid):
        return self._states.get(pid, {})


def process(state=b"R", parent=1, group=1, threads=1, space=0, resident=0, own_ms=0.0, children_ms=0.0):
    return Process(state, parent, group, threads, space, resident, own_ms, children_ms)


class Processes(unittest.TestCase):
    def test_a_tree_has_a_process_with_all_its_descendants(self):
        table = Table({1: process(parent=0), 2: process(parent=1), 3: process(parent=2), 4: process(parent=0)})
        self.assertEqual(sorted(processes.tree(processes.collect_children(table), 1)), [1, 2, 3])

    def test_sums_count_the_processes_that_are_there(self):
        table = Table({1: process(resident=5, own_ms=10, children_ms=3), 2: process(resident=7, own_ms=1)})
        self.assertEqual(processes.resident_bytes(table, [1, 2, 3]), 12)
        self.assertEqual(processes.cpu_ms(table, [1, 2, 3]), 14)

    @unittest.skipUnless(os.path.exists("/proc/self/stat"), "there is no /proc")
    def test_a_snapshot_has_this_process_as_the_kernel_shows_it(self):
        for keep in (False, True):
            table = Snapshots(keep).take()
            own = table[os.getpid()]
            self.assertEqual((own.parent, own.group, own.threads), (os.getppid(), os.getpgid(0), 1))
            self.assertEqual((own.state, own.resident > MB, own.own_ms > 0), (b"R", True, True))
            self.assertEqual(list(table.read_threads(os.getpid())), [os.getpid()])
            self.assertTrue(0 < table.anonymous_bytes(os.getpid()) <= own.resident * 2)
        self.assertEqual((table.read_threads(2**30), table.anonymous_bytes(2**30)), ({}, 0))
        self.assertTrue(MB < processes.own_address_space())
        self.assertEqual(processes._fields(b"5 (a) b) (c)) S 1 2 3")[:3], [b"S", b"1", b"2"])

    @unittest.skipUnless(os.path.exists("/proc/self/stat"), "there is no /proc")
    def test_kept_files_are_open_until_their_process_has_ended(self):
        files = KeptFiles(True)
        first = files.read(os.getpid(), "stat")
        self.assertEqual((list(files.paths(os.getpid())), files._count), (["stat"], 1))
        self.assertEqual(files.read(os.getpid(), "stat").split()[0], first.split()[0])
        self.assertEqual(files.read(2**30, "stat"), b"")
        files.close_ended([os.getpid()])
        self.assertEqual(files._count, 1)
        files.close_ended([])
        self.assertEqual((list(files.paths(os.getpid())), files._count), ([], 0))
        none = KeptFiles(False)
        self.assertEqual(none.read(os.getpid(), "stat").split()[0], first.split()[0])
        self.assertEqual((list(none.paths(os.getpid())), read("/nowhere")), ([], b""))


class Usage(unittest.TestCase):
    def test_one_process_needs_what_it_has_beyond_the_baseline(self):
        usage = run_usage.RunUsage(10 * MB)
        table = Table({1: process(resident=15 * MB)}, {1: 12 * MB})
        self.assertIsNone(usage.poll(table, [1], 30.0, 100 * MB))
        self.assertEqual((usage.needed_bytes, usage.peak_bytes, usage.cpu_ms), (5 * MB, 5 * MB, 30.0))
        self.assertIsNone(usage.poll(Table({1: process(resident=12 * MB)}), [1], 20.0, 100 * MB, 1 * MB))
        self.assertEqual((usage.needed_bytes, usage.peak_bytes, usage.cpu_ms), (3 * MB, 5 * MB, 30.0))

    def test_pages_that_processes_share_are_read_exactly_once_they_have_grown(self):
        usage = run_usage.RunUsage(10 * MB)
        table = Table({1: process(resident=20 * MB), 2: process(resident=30 * MB)})
        kind, sizes, enough = usage.poll(table, [1, 2], 0.0, 100 * MB, 2 * MB)
        self.assertEqual((kind, sizes, enough), ("shared", [(30 * MB, 2), (20 * MB, 1)], 108 * MB))
        # One reading at a time, and the last one holds until its result.
        self.assertIsNone(usage.poll(table, [1, 2], 0.0, 100 * MB, 2 * MB))
        self.assertEqual(usage.needed_bytes, 2 * MB)
        usage.take_shared(25 * MB)
        self.assertEqual(usage.needed_bytes, 17 * MB)
        self.assertIsNone(usage.poll(table, [1, 2], 0.0, 100 * MB, 2 * MB))
        grown = Table({1: process(resident=26 * MB), 2: process(resident=30 * MB)})
        self.assertIsNotNone(usage.poll(grown, [1, 2], 0.0, 100 * MB, 2 * MB))
        # The kernel does not say: what was read before the sum counts whole.
        usage.take_shared(0)
        self.assertEqual(usage.needed_bytes, 48 * MB)

    def test_what_processes_have_grown_by_is_not_waited_for(self):
        usage = run_usage.RunUsage(10 * MB)
        self.assertIsNone(usage.poll(Table({1: process(resident=12 * MB)}, {1: 12 * MB}), [1], 0.0, 100 * MB))
        table = Table({1: process(resident=70 * MB), 2: process(resident=70 * MB)}, {1: 70 * MB, 2: 12 * MB})
        self.assertIsNotNone(usage.poll(table, [1, 2], 0.0, 100 * MB))
        more = Table(table, {1: 70 * MB, 2: 60 * MB})
        self.assertIsNone(usage.poll(more, [1, 2], 0.0, 100 * MB))
        self.assertEqual(usage.needed_bytes, 108 * MB)

    def test_the_figures_of_the_kernel_count_where_they_are_larger(self):
        usage = run_usage.RunUsage(10 * MB)
        usage.add_up(50.0, 30 * MB)
        usage.add_up(40.0, 20 * MB)
        self.assertEqual((usage.cpu_ms, usage.peak_bytes), (50.0, 20 * MB))
        usage.take(60.0, 5 * MB)
        self.assertEqual((usage.cpu_ms, usage.needed_bytes, usage.peak_bytes), (60.0, 5 * MB, 20 * MB))

    def test_a_sum_of_shared_memory_ends_as_soon_as_it_is_enough(self):
        seen = []

        def proportional(pid, resident):
            seen.append(pid)
            return resident

        def read_total(enough):
            reading = run_usage.read_shared([(5, 1), (4, 2), (3, 3)], enough)
            while True:
                try:
                    next(reading)
                except StopIteration as end:
                    return end.value

        with mock.patch.object(processes, "proportional_bytes", proportional):
            self.assertEqual((read_total(100), seen), (12, [1, 2, 3]))
            seen.clear()
            self.assertEqual((read_total(8), seen), (9, [1, 2]))


class Kernel(unittest.TestCase):
    def test_it_is_read_after_some_work_and_takes_a_share_of_a_processor(self):
        now = [100.0]
        with mock.patch.object(kernel_memory.time, "monotonic", lambda: now[0]):
            memory = kernel_memory.KernelMemory(False)
            with mock.patch.object(kernel_memory, "_page_tables", lambda pid: 5):
                self.assertIsNone(memory.poll([1], 0.0))
                self.assertEqual(memory.bytes, 0)
                self.assertIsNone(memory.poll([1, 2], 10.0))
                self.assertEqual(memory.bytes, 10)
                self.assertEqual(memory.poll([1], 50.0), ("whole", [1]))
                self.assertIsNone(memory.poll([1], 200.0))
                memory.take(7, 0.1)
                self.assertEqual(memory.bytes, 12)
                # It took 0.1 s, and may take a twentieth.
                now[0] = 101.9
                self.assertIsNone(memory.poll([1], 300.0))
                now[0] = 102.1
                self.assertEqual(memory.poll([1], 300.0), ("whole", [1]))
                memory.take(7, 0.0)
                now[0] = 102.5
                self.assertIsNone(memory.poll([1], 310.0))
                now[0] = 102.7
                self.assertIsNone(memory.poll([1], 300.0))
                self.assertEqual(memory.poll([1], 310.0), ("whole", [1]))
                memory.take(7, 0.0)
                now[0] = 105.0
                self.assertEqual(memory.poll([1] * 9, 310.0), ("whole", [1] * 9))
                memory.poll([1] * 9, 320.0)
                self.assertEqual(memory.bytes, 7)

    def test_a_run_with_a_control_group_is_read_for_its_locks_alone(self):
        memory = kernel_memory.KernelMemory(True)
        with mock.patch.object(kernel_memory, "_page_tables", self.fail):
            self.assertEqual(memory.poll([1], 60.0), ("locks", [1]))

    def test_many_descriptors_count_with_what_they_hold(self):
        def read_to_end(reading):
            while True:
                try:
                    next(reading)
                except StopIteration as end:
                    return end.value

        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "info")
            with open(path, "wb") as file:
                file.write(b"pos: 0\nlock: 1\nlock: 2\ntfd: 3\n")
            self.assertEqual(read_to_end(kernel_memory._count_items(path, kernel_memory._LOCKS)), 2)
            self.assertEqual(read_to_end(kernel_memory._count_items(path, kernel_memory._ITEMS)), 3)
            self.assertEqual(read_to_end(kernel_memory._count_items(f"{path}x", kernel_memory._ITEMS)), 0)
        links = {f"/proc/1/fd/{name}": f"pipe:[{name // 2}]" for name in range(10)}
        with mock.patch.object(kernel_memory.os, "readlink", lambda path: links[path]):
            # Each pipe has two ends.
            self.assertEqual(kernel_memory._pipes([(1, name) for name in range(10)]), 5 * 64 * 1024)
        links = {f"/proc/1/fd/{name}": f"pipe:[{name}]" for name in range(2048)}
        with mock.patch.object(kernel_memory.os, "readlink", lambda path: links[path]):
            found = kernel_memory._pipes([(1, name) for name in range(2048)])
            self.assertEqual(found, 1024 * 64 * 1024 + 1024 * 8 * 1024)


class Priorities(unittest.TestCase):
    def setUp(self):
        self.sessions = []
        self.now = 0.0
        clock = mock.patch.object(niceness.time, "monotonic", lambda: self.now)
        clock.start()
        self.addCleanup(clock.stop)
        self.acts = []
        self.niceness = niceness.Niceness(self.acts.append, self.sessions.append, niceness.ShortRuns())

    def test_a_run_that_has_worked_for_long_comes_last(self):
        self.niceness.update(Table({1: process()}), [1], 49.0)
        self.assertEqual(self.sessions, [])
        self.niceness.update(Table({1: process()}), [1], 50.0)
        self.niceness.update(Table({1: process()}), [1], 60.0)
        self.assertEqual(self.sessions, [19])
        self.now = 0.1
        self.niceness.update(Table({1: process()}), [1], 70.0)
        self.assertEqual((self.sessions, len(self.acts)), ([19, 19], 2))
        changed = []
        with mock.patch.object(niceness.os, "setpriority", lambda *given: changed.append(given)):
            self.acts[0]()
        self.assertEqual(changed, [(os.PRIO_PGRP, 1, 19)])

    def test_a_run_with_many_threads_comes_last_at_once(self):
        self.niceness.update(Table({1: process(threads=8)}), [1], 0.0)
        self.assertEqual(self.sessions, [])
        self.niceness.update(Table({1: process(threads=9)}), [1], 0.0)
        self.assertEqual(self.sessions, [19])
        self.niceness.be_awaited()
        self.assertEqual(self.sessions, [19])
        changed = []
        with mock.patch.object(niceness.os, "sched_setscheduler", lambda thread, policy, _: changed.append((thread, policy))):
            self.niceness.update(Table({1: process(threads=9), 2: process()}, {}, {1: {1: b"R", 7: b"S"}}), [1, 2], 0.0)
            self.assertEqual(len(self.acts), 1)
            self.now = 0.1
            self.niceness.update(Table({1: process(threads=9), 2: process()}, {}, {1: {1: b"R", 7: b"S"}}), [1, 2], 0.0)
            self.acts[1]()
        self.assertEqual(changed, [(1, os.SCHED_IDLE), (7, os.SCHED_IDLE), (2, os.SCHED_IDLE)])

    def test_a_small_run_whose_end_is_waited_for_keeps_the_priority_of_a_short_one(self):
        self.niceness.be_awaited()
        self.niceness.update(Table({1: process()}), [1], 500.0)
        self.assertEqual(self.sessions, [10])

    def test_a_short_run_may_use_50_ms_more_than_the_shortest_so_far(self):
        for used, most in (([], 50), ([110, 108, 900], 158), ([5000, 4000], 200)):
            short = niceness.ShortRuns()
            for one in used:
                short.learn(one)
            self.assertEqual(short.most_ms, most)


class Crowds(unittest.TestCase):
    def setUp(self):
        self.signals = []
        self.crowd = self.made()
        sent = mock.patch.object(crowds.os, "kill", lambda pid, number: self.signals.append((pid, number)))
        sent.start()
        self.addCleanup(sent.stop)

    def made(self):
        return crowds.Crowd(lambda act: act())

    def test_busy_threads_are_counted_in_a_run_that_has_many(self):
        few = Table({pid: process() for pid in range(8)})
        self.crowd.update(few, list(range(8)))
        self.assertEqual(self.crowd.busy, 0)
        many = Table({**{pid: process() for pid in range(8)}, 8: process(b"S"), 9: process(threads=2)}, {}, {9: {9: b"R", 10: b"S"}})
        self.crowd.update(many, [*range(10), 99])
        self.assertEqual(self.crowd.busy, 9)

    def test_a_crowd_that_waits_is_stopped_and_goes_on_later(self):
        table = Table({1: process(), 2: process(b"T"), 3: process(b"Z"), 4: process(b"S")})
        self.crowd.wait()
        self.crowd.update(table, [1, 2, 3, 4])
        self.assertEqual(self.signals, [(1, 19), (4, 19)])
        self.crowd.go_on()
        self.assertEqual(self.signals[2:], [(1, 18), (4, 18)])
        self.crowd.go_on()
        self.assertEqual((len(self.signals), self.crowd.waits), (4, False))

    def test_processes_are_ended_a_few_at_a_time_and_the_others_stopped(self):
        table = Table({1: process(), 2: process(b"T"), 3: process(), 4: process(b"Z"), 5: process()})
        self.assertEqual(self.crowd.end(table, [1, 2, 3, 4, 5, 6], 2), 4)
        self.assertEqual(self.signals, [(1, 19), (3, 9), (5, 9)])
        self.signals.clear()
        left = Table({1: process(b"T"), 2: process(b"T"), 3: process(), 5: process(b"Z")})
        self.assertEqual(self.crowd.end(left, [1, 2, 3, 5], 2), 3)
        self.assertEqual(self.signals, [(2, 9)])
        self.signals.clear()
        self.crowd.update(left, [1, 2])
        self.assertEqual(self.signals, [])

    def test_crowds_take_turns_where_they_are_too_many_together(self):
        turns = crowds.Turns()
        now = [10.0]
        with mock.patch.object(crowds.time, "monotonic", lambda: now[0]):
            one, two, small = self.made(), self.made(), self.made()
            one.busy, two.busy, small.busy = 12, 12, 8
            turns.update([one, two, small])
            self.assertEqual([crowd.waits for crowd in (one, two, small)], [False, False, False])
            two.busy = 13
            turns.update([one, two, small])
            first = {True: two, False: one}[one.waits]
            self.assertEqual(sorted([one.waits, two.waits]), [False, True])
            self.assertFalse(small.waits)
            now[0] = 10.05
            turns.update([one, two, small])
            self.assertFalse(first.waits)
            now[0] = 10.1
            turns.update([one, two, small])
            self.assertTrue(first.waits)
            first.busy = 0
            turns.update([one, two])
            self.assertEqual((one if first is two else two).waits, False)


class Groups(unittest.TestCase):
    def made(self, second):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        if second:
            open(f"{folder.name}/cgroup.controllers", "w").close()
        groups = ControlGroups(folder.name)
        group = groups.make()
        return groups, group, f"{folder.name}/1"

    def files(self, path, **contents):
        for name, content in contents.items():
            with open(f"{path}/{name.replace('__', '.')}", "w") as file:
                file.write(content)

    def content(self, path, name):
        with open(f"{path}/{name}") as file:
            return file.read()

    def test_a_run_is_limited_beside_what_its_group_has(self):
        _, group, path = self.made(second=True)
        self.files(path, memory__current="1000\n", memory__max="", memory__swap__max="", pids__max="")
        group.limit(5000, 300, 64)
        found = [self.content(path, name) for name in ("memory.max", "memory.swap.max", "pids.max")]
        self.assertEqual(found, ["6300", "0", "64"])
        self.files(path, memory__current="1700\n", memory__peak="2500\n", memory__events="max 1\noom_kill 0\n")
        self.assertEqual((group.usage_bytes, group.run_bytes, group.peak_bytes, group.was_full), (1700, 700, 1500, False))
        self.files(path, memory__current="10\n", memory__peak="20\n", memory__events="oom_kill 2\nx 1\n", cgroup__kill="")
        self.assertEqual((group.run_bytes, group.peak_bytes, group.was_full), (0, 0, True))
        group.kill()
        self.assertEqual(self.content(path, "cgroup.kill"), "1")

    def test_a_group_of_the_first_version_limits_swap_as_well(self):
        _, group, path = self.made(second=False)
        names = {"memory__limit_in_bytes": "", "memory__memsw__limit_in_bytes": "", "cgroup__kill": "", "tasks": ""}
        self.files(path, memory__usage_in_bytes="1000", **names)
        group.limit(5000, 300, 64)
        group.kill()
        found = [self.content(path, name.replace("__", ".")) for name in names]
        self.assertEqual(found, ["6300", "6300", "", ""])
        os.close(group.open_members())
        self.assertFalse(group.was_full)

    def test_a_group_that_is_in_use_is_removed_later(self):
        groups, group, path = self.made(second=True)
        self.files(path, tasks="")
        groups.remove(group)
        self.assertTrue(groups.removing)
        groups.remove_ended()
        self.assertTrue(groups.removing)
        os.remove(f"{path}/tasks")
        groups.remove_ended()
        self.assertEqual((groups.removing, os.path.exists(path)), (False, False))
        other = groups.make()
        groups.remove(other)
        self.assertFalse(groups.removing)
        groups.remove(SimpleNamespace(remove=lambda: True))
        self.assertFalse(groups.removing)
