"""The one helper thread of a run: reads the channel, and the output on file descriptors 1 and 2."""

import _thread
import codecs
import json
import os
import select
import time

from .channel import Channel, LineReader
from .output import LineCutter

_CHUNK = 64 * 1024
# What a pipe holds when the script ends. A process that was left behind may write more.
_MAX_LAST_BYTES = 64 * 1024
# Milliseconds between two checks whether the cancel has reached the main thread.
_STOPPING_MS = 20
# Pause until some memory may be free.
_NO_MEMORY_SECONDS = 0.01


class Pump:
    """Made in the fork server; each child calls `prepare()`, then `start()`."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._lines = {1: _PipeLines(channel, "info"), 2: _PipeLines(channel, "warning")}
        self._pipes = {}

    def prepare(self) -> None:
        for fd, lines in self._lines.items():
            read_end, write_end = os.pipe()
            os.dup2(write_end, fd)
            os.close(write_end)
            os.set_blocking(read_end, False)
            self._pipes[read_end] = lines
        self._stop_read, self._stop_write = os.pipe()
        self._ended = _thread.allocate_lock()

    def start(self, sock_fd: int, reader: LineReader) -> None:
        """Reads the channel at `sock_fd`; `reader` has the beginning of its data."""
        self._sock_fd = sock_fd
        self._reader = reader
        self._ended.acquire()
        # `threading` would make ten objects for it, and the script would see it among its threads.
        _thread.start_new_thread(self._run, ())

    def finish(self) -> None:
        """Logs what is left in the pipes, then stops."""
        os.write(self._stop_write, b".")
        self._ended.acquire()
        for fd, lines in self._pipes.items():
            left = _MAX_LAST_BYTES
            while left > 0:
                data = _read(fd)
                if not data:
                    break
                left -= len(data)
                lines.feed(data)
            lines.end()

    def _run(self) -> None:
        try:
            self._read()
        finally:
            self._ended.release()

    def _read(self) -> None:
        # Frames that came together with the first one.
        self._reader.feed(b"", self._receive)
        poll = select.poll()
        for fd in (self._sock_fd, self._stop_read, *self._pipes):
            poll.register(fd, select.POLLIN)
        while True:
            try:
                due = self._channel.stopping_due
                if due:
                    self._channel.report_stopping()
                for fd, _ in poll.poll(_STOPPING_MS if due else None):
                    if fd == self._stop_read:
                        return
                    if fd == self._sock_fd:
                        self._read_channel()
                    else:
                        self._pipes[fd].feed(_read(fd) or b"")
            except MemoryError:
                # The script has used up the memory. This thread continues as soon as some is free.
                time.sleep(_NO_MEMORY_SECONDS)
            except RuntimeError:
                return

    def _read_channel(self) -> None:
        data = os.read(self._sock_fd, _CHUNK)
        if not data:
            # The host has closed the run: no process waits for its outcome.
            os._exit(1)
        self._reader.feed(data, self._receive)

    def _receive(self, line: bytes) -> None:
        self._channel.receive(json.loads(line))


class _PipeLines:
    def __init__(self, channel: Channel, level: str) -> None:
        self._channel = channel
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._cutter = LineCutter(channel, level)

    def feed(self, data: bytes) -> None:
        if not self._channel.log_full:
            self._cutter.feed(self._decoder.decode(data))

    def end(self) -> None:
        self._cutter.flush()


def _read(fd: int):
    """Returns bytes, or None if there are none now."""
    try:
        return os.read(fd, _CHUNK)
    except BlockingIOError:
        return None
