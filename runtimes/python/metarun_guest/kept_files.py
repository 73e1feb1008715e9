"""Files below /proc that are read again and again."""

import os
import resource
from collections.abc import Iterable

# More than any file has that is read whole here.
_MOST_BYTES = 8192
# Each holds some kilobytes in the kernel.
_MOST_KEPT = 4096


def read(path: str) -> bytes:
    """Empty where it cannot be read."""
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
    """Keeps them open from one reading to the next, as far as that is `wanted`.

    When a thread ends the kernel takes apart what it knows of the names below the directory of that thread and of its process.
    It has whoever meets that work half done wait for it without giving up the processor: who collects the process, and who opens
    one of its files. A thread with a low priority gets to its end late then, and holds up all of them. Names of files that are
    open are left alone.
    """

    def __init__(self, wanted: bool) -> None:
        self._most = min(_MOST_KEPT, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 4) if wanted else 0
        self._count = 0
        # By process, and by the path below its directory.
        self._fds: dict[int, dict[str, int]] = {}

    def read(self, pid: int, path: str) -> bytes:
        """Empty where it cannot be read."""
        kept = self._fds.setdefault(pid, {})
        fd = kept.get(path)
        if fd is not None:
            try:
                return os.pread(fd, _MOST_BYTES, 0)
            except OSError:
                # It has ended; its number may be another's by now.
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
        """Those that are open of a process."""
        return self._fds.get(pid, {}).keys()

    def close(self, pid: int, paths: Iterable[str]) -> None:
        for path in list(paths):
            os.close(self._fds[pid].pop(path))
            self._count -= 1

    def close_ended(self, alive: Iterable[int]) -> None:
        """Closes those of all other processes."""
        for pid in self._fds.keys() - set(alive):
            self.close(pid, self._fds[pid])
            del self._fds[pid]
