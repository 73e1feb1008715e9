"""A process that makes slow readings of runs.

Some files of /proc cannot be read until their process releases a lock on its memory, which takes seconds if that
process gets no processor meanwhile. The fork server never waits for them.
"""

import _signal
import json
import os
import select
import socket
import time
from collections import deque
from collections.abc import Generator
from typing import Callable, NamedTuple, NoReturn

from . import kernel_memory, linux, run_usage

# Share of a processor that it uses while there is anything to read, in pieces of at least this many seconds.
_SHARE = 0.5
_PIECE_SECONDS = 0.004
_MOST_BYTES = 64 * 1024

# Reads one piece for each `next()`; returns bytes.
Reading = Generator[None, None, int]
_READINGS: dict[str, Callable[..., Reading]] = {
    run_usage.SHARED: run_usage.read_shared,
    kernel_memory.WHOLE: kernel_memory.read_whole,
    kernel_memory.LOCKS: kernel_memory.read_locks,
}


class Read(NamedTuple):
    """The result of reading `what` of a run, and the seconds that it took."""

    run: int
    what: str
    bytes: int
    seconds: float


class Meter:
    """Starts the meter process, which ends with the process that created it. Once `sock` is readable, `take()` may have
    results.
    """

    def __init__(self) -> None:
        # Readings without a result, by run and kind. Some of them have not been sent.
        self._asked: dict[tuple[int, str], bytes] = {}
        self._unsent: deque[tuple[int, str]] = deque()
        self._start()

    def ask(self, run: int, what: str, *args: object) -> None:
        """Requests a reading. At most one of each kind may be open for each run."""
        self._asked[run, what] = json.dumps([run, what, *args]).encode()
        self._unsent.append((run, what))
        self._send()

    def forget(self, run: int) -> None:
        for what in _READINGS:
            self._asked.pop((run, what), None)

    def take(self) -> list[Read]:
        """Returns the results since the last call."""
        found = []
        while True:
            try:
                data = self.sock.recv(_MOST_BYTES)
            except BlockingIOError:
                break
            except OSError:
                data = b""
            if not data:
                # The process was killed; a new one with a new socket replaces it.
                self.sock.close()
                self._start()
                self._unsent = deque(self._asked)
                break
            read = Read(*json.loads(data))
            if self._asked.pop((read.run, read.what), None) is not None:
                found.append(read)
        self._send()
        return found

    def _send(self) -> None:
        while self._unsent:
            message = self._asked.get(self._unsent[0])
            try:
                if message is not None:
                    self.sock.send(message)
            except OSError:
                # The process has ended, or has too many requests to accept more: it answers first.
                return
            self._unsent.popleft()

    def _start(self) -> None:
        self.sock, inside = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.sock.setblocking(False)
        server = os.getpid()
        self.pid = os.fork()
        if self.pid == 0:
            _be_meter(inside, server)
        inside.close()


def _be_meter(line: socket.socket, server: int) -> NoReturn:
    try:
        _signal.set_wakeup_fd(-1)
        _signal.signal(_signal.SIGCHLD, _signal.SIG_DFL)
        linux.die_with_parent(server)
        os.closerange(3, line.fileno())
        linux.close_from(line.fileno() + 1)
        _read_for(line)
    finally:
        os._exit(0)


class _Job:
    def __init__(self, run: int, what: str, *args: object) -> None:
        self.read = Read(run, what, 0, 0.0)
        self._reading = _READINGS[what](*args)

    def go_on(self) -> bool:
        """Reads one piece. Returns whether it was the last one, so that `read` is complete."""
        began = time.monotonic()
        found = None
        try:
            next(self._reading)
        except StopIteration as end:
            found = end.value
        seconds = self.read.seconds + time.monotonic() - began
        self.read = self.read._replace(seconds=seconds, bytes=found or 0)
        return found is not None


def _read_for(line: socket.socket) -> None:
    jobs: deque[_Job] = deque()
    began = time.monotonic()
    while True:
        while not jobs or select.select([line], [], [], 0)[0]:
            asked = line.recv(_MOST_BYTES)
            if not asked:
                return
            jobs.append(_Job(*json.loads(asked)))
        job = jobs.popleft()
        if job.go_on():
            line.send(json.dumps(job.read).encode())
        else:
            jobs.append(job)
        took = time.monotonic() - began
        if took > _PIECE_SECONDS:
            time.sleep(took / _SHARE - took)
            began = time.monotonic()
