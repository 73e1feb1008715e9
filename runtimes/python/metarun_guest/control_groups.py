"""Control groups of the kernel: one memory limit for all processes in a group.

If the server may use control groups, it creates one for its fork server, and each run gets a subgroup. Kernel memory of
processes counts as well: page tables, mappings, sockets, pipes, files in memory. Locks do not.
"""

import os
from typing import NamedTuple

from .kept_files import read


class _Names(NamedTuple):
    """Names of a group's files. `oom_kills` has a line `oom_kill <count>`."""

    members: str
    limit: str
    usage: str
    peak: str
    oom_kills: str


# See Documentation/admin-guide/cgroup-v1/memory.rst and cgroup-v2.rst of the kernel. With v1, a process with one thread
# joins through the list of threads: through cgroup.procs it would wait for all forks in progress on the machine, even
# those of starved processes, and all others would wait for it.
_V1 = _Names("tasks", "memory.limit_in_bytes", "memory.usage_in_bytes", "memory.max_usage_in_bytes", "memory.oom_control")
_V2 = _Names("cgroup.procs", "memory.max", "memory.current", "memory.peak", "memory.events")
_OOM_KILL = b"oom_kill "


class ControlGroup:
    """The group of one run."""

    def __init__(self, path: str, names: _Names) -> None:
        self._path = path
        self._names = names
        self._own_bytes = 0

    def open_members(self) -> int:
        """Returns a descriptor. A process that writes 0 to it joins the group, together with all processes that it
        forks later.
        """
        return os.open(f"{self._path}/{self._names.members}", os.O_WRONLY | os.O_CLOEXEC)

    def limit(self, memory_bytes: int, allowance_bytes: int, most_processes: int) -> None:
        """Limits the run to `memory_bytes` above the group's current use, plus `allowance_bytes` for copies of server
        pages.
        """
        self._own_bytes = self.usage_bytes
        most = str(self._own_bytes + allowance_bytes + memory_bytes)
        self._write(self._names.limit, most)
        if self._names is _V1:
            # Memory and swap together. The file is missing if the machine does not count swap.
            self._write_if_there("memory.memsw.limit_in_bytes", most)
            # TCP buffers are counted separately.
            self._write_if_there("memory.kmem.tcp.limit_in_bytes", most)
        else:
            self._write_if_there("memory.swap.max", "0")
            self._write_if_there("pids.max", str(most_processes))

    @property
    def usage_bytes(self) -> int:
        return self._read(self._names.usage)

    @property
    def run_bytes(self) -> int:
        """The number of bytes that the run uses now, without the group's use before it."""
        return max(0, self.usage_bytes - self._own_bytes)

    @property
    def peak_bytes(self) -> int:
        """The peak use of the run, in bytes; 0 if the kernel does not report it (v2 before Linux 5.19)."""
        return max(0, self._read(self._names.peak) - self._own_bytes)

    @property
    def was_full(self) -> bool:
        """True if the kernel has killed a process of the run because the group was at its limit."""
        _, found, count = read(f"{self._path}/{self._names.oom_kills}").rpartition(_OOM_KILL)
        return bool(found) and int(count.split(None, 1)[0]) > 0

    def kill(self) -> None:
        """Kills all processes at once, if the kernel supports that (v2, Linux 5.14)."""
        if self._names is _V2:
            self._write_if_there("cgroup.kill", "1")

    def remove(self) -> bool:
        """Removes the group. Returns False while the kernel still holds its last processes."""
        try:
            os.rmdir(self._path)
        except FileNotFoundError:
            pass
        except OSError:
            return False
        return True

    def _read(self, name: str) -> int:
        return int(read(f"{self._path}/{name}") or 0)

    def _write(self, name: str, text: str) -> None:
        fd = os.open(f"{self._path}/{name}", os.O_WRONLY)
        try:
            os.write(fd, text.encode())
        finally:
            os.close(fd)

    def _write_if_there(self, name: str, text: str) -> None:
        try:
            self._write(name, text)
        except FileNotFoundError:
            pass


class ControlGroups:
    """Creates groups in `folder`, which is a group itself."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._names = _V2 if os.path.exists(f"{folder}/cgroup.controllers") else _V1
        self._made = 0
        self._ended: list[ControlGroup] = []

    def make(self) -> ControlGroup:
        self._made += 1
        path = f"{self._folder}/{self._made}"
        os.mkdir(path, 0o700)
        return ControlGroup(path, self._names)

    def remove(self, group: ControlGroup) -> None:
        """Removes a group now, or in a later call of `remove_ended`."""
        if not group.remove():
            self._ended.append(group)

    @property
    def removing(self) -> bool:
        return bool(self._ended)

    def remove_ended(self) -> None:
        self._ended = [group for group in self._ended if not group.remove()]
