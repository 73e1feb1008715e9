"""The only helper thread of a run: reads the channel, and the output on file descriptors 1 and 2."""

import _signal
import _thread
import json
import os
import select
import signal
import time

from .channel import Channel, LineReader
from .output import Collected
from .output_pipes import Pipes

_CHUNK = 64 * 1024
_ALL_SIGNALS = {int(number) for number in signal.valid_signals()}
# Interval of checks whether the cancel has reached the main thread (ms).
_STOPPING_MS = 20
# Pause until some memory may be free.
_NO_MEMORY_SECONDS = 0.01


class Pump:
    """The helper thread. Created in the fork server; each child calls `prepare()`, then `start()`."""

    def __init__(self, channel: Channel, output: Collected) -> None:
        self._channel = channel
        self._output = output

    def prepare(self, pipes: Pipes) -> None:
        """Prepares the thread before the run; `pipes` are those of the process."""
        self._read_ends = pipes.read_ends
        self._stop_read, self._stop_write = os.pipe()
        self._output.begin(pipes, self._stop_write)
        self._ended = _thread.allocate_lock()

    def start(self, sock_fd: int, reader: LineReader) -> None:
        """Reads the channel at `sock_fd`; `reader` contains the beginning of its data."""
        self._sock_fd = sock_fd
        self._reader = reader
        self._ended.acquire()
        # Signals are for the main thread, which can hold them: the helper thread has them blocked from the start.
        before = _signal.pthread_sigmask(_signal.SIG_BLOCK, _ALL_SIGNALS)
        # `threading` would create ten objects for it, and the script would see it among its threads.
        self._output.attend(_thread.start_new_thread(self._run, ()))
        _signal.pthread_sigmask(_signal.SIG_SETMASK, before)

    def finish(self) -> None:
        """Logs the remaining contents of the pipes, then stops."""
        os.write(self._stop_write, b".")
        self._ended.acquire()
        self._output.end()

    def _run(self) -> None:
        try:
            self._read()
        finally:
            self._output.leave()
            self._ended.release()

    def _read(self) -> None:
        # Frames that arrived together with the first one.
        self._reader.feed(b"", self._receive)
        poll = select.poll()
        for fd in (self._sock_fd, self._stop_read, *self._read_ends):
            poll.register(fd, select.POLLIN)
        while True:
            try:
                due = self._channel.stopping_due
                if due:
                    self._channel.report_stopping()
                for fd, _ in poll.poll(_STOPPING_MS if due else None):
                    if fd == self._sock_fd:
                        self._read_channel()
                    elif fd != self._stop_read:
                        self._output.drain()
                    elif b"." in os.read(self._stop_read, _CHUNK):
                        return
                    else:
                        self._output.drain()
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
