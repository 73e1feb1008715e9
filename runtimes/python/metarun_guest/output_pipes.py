"""The pipes for the standard output and standard error of a run."""

import os

# Capacity of a pipe, in bytes.
_CAPACITY = 64 * 1024


class Pipes:
    """The pipes at file descriptors 1 and 2 of a process, created by another process, which can read the last output."""

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
        """Makes them the descriptors 1 and 2 of this process, which keeps the read ends as well."""
        out, err = self._write_ends
        os.dup2(out, 1)
        os.dup2(err, 2)

    def give(self) -> None:
        """Closes the write ends of this process, so that only the process that has taken the pipes can write."""
        while self._write_ends:
            os.close(self._write_ends.pop())

    def last_words(self) -> tuple[bytes, bytes]:
        """Returns the remaining contents, after the process has ended."""
        out, err = self.read_ends
        return read_left(out), read_left(err)

    def close(self) -> None:
        self.give()
        while self.read_ends:
            os.close(self.read_ends.pop())


def read_left(fd: int) -> bytes:
    """Returns the current content of a pipe, and little more: another process may continue to write."""
    left = b""
    while len(left) < _CAPACITY:
        try:
            data = os.read(fd, _CAPACITY)
        except BlockingIOError:
            break
        if not data:
            break
        left += data
    return left
