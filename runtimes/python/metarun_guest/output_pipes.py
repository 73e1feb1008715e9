"""The pipes that the standard output and standard error of a run are."""

import os
from collections.abc import Iterator

# What a pipe holds.
_CAPACITY = 64 * 1024


class Pipes:
    """The pipes at file descriptors 1 and 2 of a process, made by another one, which can read what that has written last."""

    def __init__(self) -> None:
        self.read_ends: list[int] = []
        self._write_ends: list[int] = []
        try:
            for _ in (1, 2):
                read_end, write_end = os.pipe()
                os.set_blocking(read_end, False)
                self.read_ends.append(read_end)
                self._write_ends.append(write_end)
        except OSError:
            self.close()
            raise

    def take(self) -> None:
        """Makes them the descriptors 1 and 2 of this process, which keeps the ends for reading as well."""
        for fd, write_end in enumerate(self._write_ends, start=1):
            os.dup2(write_end, fd)
        self.give()

    def give(self) -> None:
        """Leaves writing to the process that has taken them."""
        while self._write_ends:
            os.close(self._write_ends.pop())

    def last_words(self) -> tuple[bytes, bytes]:
        """Returns what is still in them, once the process has ended."""
        out, err = (b"".join(read_left(fd)) for fd in self.read_ends)
        return out, err

    def close(self) -> None:
        self.give()
        while self.read_ends:
            os.close(self.read_ends.pop())


def read_left(fd: int) -> "Iterator[bytes]":
    """Yields what a pipe holds now, and no more than that: another process may go on to write."""
    left = _CAPACITY
    while left > 0:
        try:
            data = os.read(fd, _CAPACITY)
        except BlockingIOError:
            return
        if not data:
            return
        left -= len(data)
        yield data
