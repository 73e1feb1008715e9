"""The guest's end of the protocol: frames out from any thread, answers and cancel in on one."""

import _signal
import os
import signal
import socket
import sys
import threading
from typing import Any, Callable, Optional

from .errors import MetarunError, TaskCancelled
from .strict_json import NotJson, clean, encode, strict_text

# Both as in the protocol; a frame's own fields are given 4 KiB of it.
MAX_FRAME_BYTES = 16 * 1024 * 1024
MAX_ARGS_BYTES = MAX_FRAME_BYTES - 4096
# The host takes 250,000 with those of the frame itself: to parse them takes the time of all runs.
MAX_ARGS_VALUES = 249_900
# How often a script that waits for long is looked at for other threads that still work, in seconds.
_LOOK_AGAIN = 0.05
# How long the process stays for the host to read its last frame, in seconds.
_LINGER = 2
# What a log line counts beyond its own bytes, as in the protocol.
LOG_LINE_OVERHEAD = 100


class Channel:
    """Frames between one run and the host.

    Made in the fork server, for it to be in memory; each child then calls `prepare()` in its main thread, and
    `open()` once it has its run. SIGTERM is how the thread that reads the channel reaches the main thread:
    it interrupts a blocking call as well as a busy loop.
    """

    def __init__(self) -> None:
        self._sock: Optional[socket.socket] = None
        self._log_bytes_left = 0
        self._send_lock = threading.Lock()
        self._main = threading.get_ident()
        self._waiting: dict[int, _Call] = {}
        self._last_call = 0
        # Raising in the middle of a write would leave half a frame on the channel.
        self._shields = 0
        self._cancel_asked = False
        self._cancel_due = False
        # Whether the main thread has come to know of the cancel, and whether the host has been told so.
        self._cancel_known = False
        self._cancel_answered = False
        # Ends this process when all that it does is wait: set while the script runs.
        self.suspend: Optional[Callable[[list[int]], None]] = None
        # Set while an event loop runs: it returns whether the loop brings the cancel to the script.
        self.take_cancel: Optional[Callable[[], bool]] = None

    def prepare(self) -> None:
        # `_signal`: see namespaces.py.
        _signal.signal(_signal.SIGTERM, self._on_sigterm)
        os.register_at_fork(after_in_child=self._abandon)

    def open(self, sock: socket.socket, max_log_bytes: int) -> None:
        self._sock = sock
        self._log_bytes_left = max_log_bytes

    # Out

    def send(self, frame: dict) -> None:
        self.send_json(encode(frame))

    def send_json(self, text: str) -> None:
        """As `send`, for a frame that is JSON already."""
        data = text.encode("utf-8") + b"\n"
        if threading.get_ident() != self._main:
            self._write(data)
            return
        self._shields += 1
        try:
            self._write(data)
        finally:
            self._shields -= 1
        if self._cancel_due and self._shields == 0:
            self._cancel_due = False
            self._tell_script()

    def _write(self, data: bytes) -> None:
        with self._send_lock:
            if self._sock is None:
                raise RuntimeError("the reporter works only in the process that runs the script")
            self._sock.sendall(data)

    def log(self, level: str, text: str) -> None:
        """Sends one line. The line that passes the limit still goes out: it tells the host of the rest."""
        if self._log_bytes_left < 0:
            return
        text = clean(text)
        size = len(text) if text.isascii() else len(text.encode("utf-8"))
        self._log_bytes_left -= size + LOG_LINE_OVERHEAD
        self.send({"type": "log", "level": level, "text": text})

    def linger(self) -> None:
        """Stays until the host has closed the channel, where it may still answer a call.

        What it sends to a process that has ended makes it lose what that has sent last.
        """
        sock = self._sock
        if not self._waiting or sock is None:
            return
        sock.settimeout(_LINGER)
        try:
            while sock.recv(65536):
                pass
        except OSError:
            pass

    @property
    def log_full(self) -> bool:
        return self._log_bytes_left < 0

    def call(self, method: str, args: dict) -> Any:
        """Asks the host and waits. Raises MetarunError with the host's refusal, ValueError for bad args."""
        try:
            text = strict_text(args, method, MAX_ARGS_BYTES, MAX_ARGS_VALUES)
        except NotJson as fault:
            raise ValueError(str(fault)) from None
        call = _Call()
        with self._send_lock:
            self._last_call += 1
            number = self._last_call
            self._waiting[number] = call
        try:
            self.send_json(f'{{"type":"call","id":{number},"method":"{method}","args":{text}}}')
            while not call.wait():
                self._suspend_if_idle()
            return call.result()
        finally:
            self._waiting.pop(number, None)

    # In

    def receive(self, frame: dict) -> None:
        """Takes one frame of the host; runs in the reading thread."""
        if frame["type"] == "reply":
            self._answer(frame["id"], frame)
        elif frame["type"] == "waiting":
            call = self._waiting.get(frame["id"])
            if call is not None:
                call.park()
        elif frame["type"] == "cancel":
            self._cancel_asked = True
            # No signal reaches a call of another thread. Those of the main thread are interrupted by it.
            for number, call in list(self._waiting.items()):
                if call.thread != self._main:
                    self._answer(number, None)
            os.kill(os.getpid(), signal.SIGTERM)

    @property
    def stopping_due(self) -> bool:
        """Whether `tell_stopping` is to be called again: a cancel has not reached the main thread, or the host has not heard."""
        return self._cancel_asked and not self._cancel_answered

    def tell_stopping(self) -> None:
        """Tells the host that the script is being told, if that is so and nobody is sending something else."""
        if not self._cancel_known or self._cancel_answered or not self._send_lock.acquire(blocking=False):
            return
        try:
            self._cancel_answered = True
            if self._sock is not None:
                self._sock.sendall(b'{"type":"stopping"}\n')
        except OSError:
            pass
        finally:
            self._send_lock.release()

    def _answer(self, number: int, frame: Optional[dict]) -> None:
        call = self._waiting.pop(number, None)
        if call is not None:
            call.answer(frame)

    def _suspend_if_idle(self) -> None:
        """Ends this process if the main thread calls this and every other one waits as it does."""
        if threading.get_ident() != self._main or self.suspend is None or self._cancel_asked:
            return
        waiting = dict(self._waiting)
        if all(call.parked for call in waiting.values()) and _others_wait({call.thread for call in waiting.values()}):
            self.suspend(list(waiting))

    def _on_sigterm(self, _signum, _stack) -> None:
        if not self._cancel_asked:
            # The script signalled itself: it gets what the signal does by default.
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGTERM)
            return
        self._cancel_known = True
        # At once where it can be, else by the thread that reads: what the script does next may keep that from working.
        self.tell_stopping()
        if self._shields:
            self._cancel_due = True
        else:
            self._tell_script()

    def _tell_script(self) -> None:
        if self.take_cancel is None or not self.take_cancel():
            raise TaskCancelled()

    @property
    def cancel_asked(self) -> bool:
        return self._cancel_asked

    def ignore_cancel(self) -> None:
        """From here on the outcome is known, and is sent whatever the host asks."""
        _signal.signal(_signal.SIGTERM, _signal.SIG_IGN)
        self._cancel_due = False

    def _abandon(self) -> None:
        # In a process that the script forked: two writers would break each other's frames.
        self.suspend = None
        sock, self._sock = self._sock, None
        self._send_lock = threading.Lock()
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        if sock is not None:
            sock.close()


def _others_wait(waiting: set[int]) -> bool:
    """Whether no thread but daemons is at work on anything: those of `waiting` are known to wait."""
    frames = sys._current_frames()
    for thread in threading.enumerate():
        if thread.daemon or thread.ident in waiting:
            continue
        frame = None if thread.ident is None else frames.get(thread.ident)
        # A thread of a pool that has no work.
        if frame is None or not frame.f_code.co_filename.endswith("concurrent/futures/thread.py"):
            return False
    return True


class _Call:
    def __init__(self) -> None:
        self.thread = threading.get_ident()
        self.parked = False
        self._frame: Optional[dict] = None
        self._ended = False
        self._answered = threading.Lock()
        self._answered.acquire()

    def answer(self, frame: Optional[dict]) -> None:
        """Takes the reply; None says that there will be none, since the run is to stop."""
        self._frame = frame
        self._ended = True
        self._wake()

    def park(self) -> None:
        """Tells that the answer may take long."""
        self.parked = True
        self._wake()

    def _wake(self) -> None:
        try:
            self._answered.release()
        except RuntimeError:
            # It has not seen the last news yet, and sees both at once.
            pass

    def wait(self) -> bool:
        """Waits until it is answered; False where that takes long, a moment later."""
        self._answered.acquire(timeout=_LOOK_AGAIN if self.parked else -1)
        return self._ended

    def result(self) -> Any:
        if self._frame is None:
            raise TaskCancelled()
        error = self._frame.get("error")
        if error is not None:
            raise MetarunError(error["code"], error["message"])
        return self._frame.get("result")


class LineReader:
    """Cuts received bytes into lines."""

    def __init__(self, received: bytes) -> None:
        self._held = bytearray(received)
        self._searched = 0

    def take(self, received: bytes = b"") -> Optional[bytes]:
        """The next complete line, after `received` has come in; None when there is none yet."""
        self._held += received
        end = self._held.find(b"\n", self._searched)
        if end == -1:
            self._searched = len(self._held)
            return None
        line = bytes(self._held[:end])
        del self._held[: end + 1]
        self._searched = 0
        return line

    def feed(self, received: bytes, on_line: Callable[[bytes], None]) -> None:
        """Hands on every line that `received` completes."""
        line = self.take(received)
        while line is not None:
            on_line(line)
            line = self.take()

    def rest(self) -> bytes:
        """What has come in behind the lines that were taken."""
        return bytes(self._held)


def read_line(sock: socket.socket, reader: LineReader) -> bytes:
    """Waits for one line. Ends the process when the other side is gone."""
    line = reader.take()
    while line is None:
        data = sock.recv(256 * 1024)
        if not data:
            os._exit(1)
        line = reader.take(data)
    return line
