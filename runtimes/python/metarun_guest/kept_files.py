"""Files below /proc that are read repeatedly."""

import os
import resource
from collections.abc import Iterable

# Maximum size of files that are read whole here.
_MOST_BYTES = 8192
# Maximum number of open files: each takes some kilobytes in the kernel.
_MOST_KEPT = 4096


def read(path: str) -> bytes:
    """Returns the file's content; empty if it cannot be read."""
    try:
        fd = os.open(path, os.O_RDONLY)
    except OSError:
        return b""
    try:
        return os.read(fd, _MOST_BYTES)
    except OSError:
        return b""
    finally:
        os.close(fd)


class KeptFiles:
    """Keeps files open from one read to the next if `wanted`.

    When a thread ends, the kernel takes apart its cache of names below the directories of that thread and of its
    process. Another process that meets this work half done, as it collects the process or opens one of its files, waits
    for it without giving up the processor. A thread with a low priority is then slow to finish, and delays all of them.
    Names of open files are left alone.
    """

    def __init__(self, wanted: bool) -> None:
        self._most = min(_MOST_KEPT, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 4) if wanted else 0
        self._count = 0
        # Descriptors by process, then by the path below its directory.
        self._fds: dict[int, dict[str, int]] = {}

    def read(self, pid: int, path: str) -> bytes:
        """Returns the file's content; empty if it cannot be read."""
        kept = self._fds.setdefault(pid, {})
        fd = kept.get(path)
        if fd is not None:
            try:
                return os.pread(fd, _MOST_BYTES, 0)
            except OSError:
                # The process has ended; its number may already belong to another.
                self.close(pid, [path])
        if self._count >= self._most:
            return read(f"/proc/{pid}/{path}")
        try:
            fd = os.open(f"/proc/{pid}/{path}", os.O_RDONLY)
        except OSError:
            return b""
        kept[path] = fd
        self._count += 1
        try:
            return os.pread(fd, _MOST_BYTES, 0)
        except OSError:
            return b""

    def paths(self, pid: int) -> Iterable[str]:
        """Returns the paths of a process's open files."""
        return self._fds.get(pid, {}).keys()

    def close(self, pid: int, paths: Iterable[str]) -> None:
        for path in list(paths):
            os.close(self._fds[pid].pop(path))
            self._count -= 1

    def close_ended(self, alive: Iterable[int]) -> None:
        """Closes the files of all other processes."""
        for pid in self._fds.keys() - set(alive):
            self.close(pid, self._fds[pid])
            del self._fds[pid]
