"""The guest's end of the protocol: any thread sends frames, one thread receives answers and the cancel."""

import _signal
import itertools
import os
import signal
import socket
import sys
import threading
import types
import warnings
from collections.abc import Generator
from typing import Any, Callable, Optional

from .errors import MetarunError, TaskCancelled
from .places import PLACED, called_from
from .strict_json import NotJson, clean, encode, strict_text

# Both limits are those of the protocol; 4 KiB of a frame are reserved for its own fields.
MAX_FRAME_BYTES = 16 * 1024 * 1024
MAX_ARGS_BYTES = MAX_FRAME_BYTES - 4096
# The host accepts 250,000 including those of the frame itself: it parses them in time that all runs share.
MAX_ARGS_VALUES = 249_900
# Interval, during a long wait, of checks whether other threads of the script still run (seconds).
_LONG_WAIT_POLL_SECONDS = 0.05
# Time that the process waits for the host to read its last frame, which may take long on a busy host (seconds).
_LINGER_SECONDS = 60
# Bytes that each log line counts in addition to its text, as in the protocol.
LOG_LINE_OVERHEAD = 100


# Yields the method and arguments of calls, receives the result of each, and returns the overall result.
Requests = Generator[tuple[str, dict], Any, Any]


def _nothing(*_arguments: str) -> None:
    pass


class Channel:
    """Exchanges frames between one run and the host.

    The object is created in the fork server, so that it is already in memory. Each child then calls `prepare()` in its
    main thread, and `open()` once it has a run. The thread that reads the channel reaches the main thread through
    SIGTERM, which interrupts a blocking call as well as a busy loop.
    """

    def __init__(self) -> None:
        self._sock: Optional[socket.socket] = None
        self._log_bytes_left = 0
        self._send_lock = threading.Lock()
        self._main = threading.get_ident()
        self._waiting: dict[int, PendingCall] = {}
        self._numbers = itertools.count(1)
        # Frames of the main thread, and whether it is writing them.
        self._to_write: list[bytes] = []
        self._is_writing = False
        # Raising an exception in the middle of a write would leave half a frame on the channel.
        self._shields = 0
        self._cancel_asked = False
        self._cancel_due = False
        # For each forking thread, the signals that it had blocked before.
        self._masks: dict[int, set] = {}
        # The exception to raise in the main thread once it has finished sending.
        self._due: Optional[BaseException] = None
        # True once `run` has returned.
        self._has_returned = False
        # Whether the cancel has reached the main thread, and whether the host has been notified of that.
        self._cancel_known = False
        self._cancel_answered = False
        # Ends this process when all its threads wait. Set while the script runs.
        self.suspend: Optional[Callable[[list[int]], None]] = None
        # The helper thread, once it has started.
        self.helper: Optional[int] = None
        # Called with the method before each call.
        self.before_call: Callable[[str], None] = _nothing
        # Called in each process that the script forks.
        self.in_child: Callable[[], None] = _nothing
        # Called before each report, to preserve the order of output.
        self.before_report: Callable[[], object] = _nothing
        # Set while an event loop runs. Returns whether the loop delivers the cancel to the script.
        self.take_cancel: Optional[Callable[[], bool]] = None

    def prepare(self) -> None:
        # `_signal`: see namespaces.py.
        _signal.signal(_signal.SIGTERM, self._on_sigterm)
        os.register_at_fork(before=self._hold_sigterm, after_in_parent=self._release_sigterm, after_in_child=self._abandon)

    def open(self, sock: socket.socket, max_log_bytes: int) -> None:
        self._sock = sock
        self._log_bytes_left = max_log_bytes

    # Sending

    def send(self, frame: dict) -> None:
        self.before_report()
        self.send_json(encode(frame))

    def send_json(self, text: str) -> None:
        """Sends a frame that is already JSON."""
        data = text.encode("utf-8") + b"\n"
        if threading.get_ident() != self._main:
            self._write(data)
            return
        self._shields += 1
        try:
            self._write(data)
        finally:
            self._shields -= 1
        if self._shields == 0:
            self._raise_due()

    def _raise_due(self) -> None:
        if self._cancel_due:
            self._cancel_due = False
            self._raise_cancel()
        if self._due is not None:
            due, self._due = self._due, None
            raise due

    @property
    def in_main_thread(self) -> bool:
        return threading.get_ident() == self._main

    def raise_in_main(self, thrown: BaseException) -> None:
        """Raises an exception in the main thread as soon as it is not sending. Called by the main thread in a signal
        handler.
        """
        if self._shields:
            self._due = thrown
        else:
            raise thrown

    def drop_due(self, thrown: BaseException) -> None:
        """Discards an exception passed to `raise_in_main` that has not been raised yet."""
        if self._due is thrown:
            self._due = None

    def end_waits(self) -> None:
        """Ends all calls that may take long, now and in future: the run has returned and is over."""
        self._has_returned = True
        for number, call in list(self._waiting.items()):
            if call.waits_long:
                self._answer(number, None)

    def end_calls(self, thread: int) -> None:
        """Ends the calls that a thread waits for, since it must stop."""
        for number, call in list(self._waiting.items()):
            if call.thread == thread:
                self._answer(number, None)

    def _write(self, data: bytes) -> None:
        if threading.get_ident() != self._main:
            self._write_frame(data)
            return
        # A signal handler may interrupt this: its frames follow the one being written.
        self._to_write.append(data)
        if self._is_writing:
            return
        self._is_writing = True
        try:
            while self._to_write:
                self._write_frame(self._to_write.pop(0))
        finally:
            self._is_writing = False

    @property
    def has_interrupted_write(self) -> bool:
        """True in a signal handler that has interrupted a write: no other thread can write until the handler returns."""
        return self._is_writing and self.in_main_thread

    def _write_frame(self, data: bytes) -> None:
        with self._send_lock:
            if self._sock is None:
                raise RuntimeError("the reporter works only in the process that runs the script")
            self._sock.sendall(data)

    @property
    def is_open(self) -> bool:
        """False in processes that the script forks."""
        return self._sock is not None

    def log(self, level: str, text: str) -> None:
        """Sends one line. The line that exceeds the limit is still sent, so that the host knows that lines are missing."""
        if self._log_bytes_left < 0:
            return
        text = clean(text)
        self._log_bytes_left -= _utf8_length(text) + LOG_LINE_OVERHEAD
        self.send({"type": "log", "level": level, "text": text})

    def output(self, level: str, text: str, cut: int = 0) -> None:
        """Sends a piece of a stream. The piece that exceeds the limit is marked, so that the host knows that pieces are
        missing.

        `cut` is the number of characters that were left out before it because their line is too long.
        """
        if self._log_bytes_left < 0 or not (text or cut):
            return
        # Text that rewrites its line is assumed to replace other text.
        size = 0 if "\r" in text else _utf8_length(text)
        self._log_bytes_left -= size + LOG_LINE_OVERHEAD * text.count("\n")
        frame: dict[str, Any] = {"type": "output", "level": level, "text": text}
        if cut:
            frame["cut"] = cut
        if self._log_bytes_left < 0:
            frame["full"] = True
        self.send(frame)

    def linger(self) -> None:
        """Waits until the host has closed the channel, if it may still answer a call.

        If the host writes to a process that has ended, the last data of that process is lost.
        """
        sock = self._sock
        if not self._waiting or sock is None:
            return
        sock.settimeout(_LINGER_SECONDS)
        try:
            while sock.recv(65536):
                pass
        except OSError:
            pass

    @property
    def log_full(self) -> bool:
        return self._log_bytes_left < 0

    def call(self, method: str, args: dict) -> Any:
        """Calls the host and waits for the result. Raises MetarunError if the host refuses, ValueError for invalid
        args.
        """
        call = self._new_call(method, args)
        try:
            self._send_call(call, called_from() if method in PLACED else "")
            while not call.wait():
                if threading.get_ident() == self._main:
                    self.suspend_if_idle()
            return call.result()
        finally:
            self.forget(call)

    def ask(self, requests: Requests) -> Any:
        """Makes calls one after the other, passing the result of each to the next one."""
        answer, error = None, None
        while True:
            try:
                method, args = requests.send(answer) if error is None else requests.throw(error)
            except StopIteration as end:
                return end.value
            answer, error = None, None
            try:
                answer = self.call(method, args)
            except Exception as thrown:
                error = thrown

    def begin(self, method: str, args: dict, at: str, on_change: "Callable[[PendingCall], None]") -> "PendingCall":
        """Calls the host. `on_change` is called in another thread once there is an answer or the wait is a long one.

        `at` is a result of called_from().
        """
        call = self._new_call(method, args, on_change)
        self._send_call(call, at)
        return call

    def forget(self, call: "PendingCall") -> None:
        """Discards the answer to a call, if it has not arrived yet."""
        self._waiting.pop(call.number, None)

    def _new_call(self, method: str, args: dict, on_change: "Optional[Callable[[PendingCall], None]]" = None) -> "PendingCall":
        try:
            text = strict_text(args, method, MAX_ARGS_BYTES, MAX_ARGS_VALUES)
        except NotJson as error:
            raise ValueError(str(error)) from None
        self.before_call(method)
        if self.has_interrupted_write:
            raise RuntimeError(f"{method} cannot be called by a signal handler that has interrupted another report")
        call = PendingCall(next(self._numbers), method, text, on_change)
        self._waiting[call.number] = call
        return call

    def _send_call(self, call: "PendingCall", at: str) -> None:
        self.before_report()
        self.send_json(f'{{"type":"call","id":{call.number},"method":"{call.method}","args":{call.args}{at}}}')

    # Receiving

    def receive(self, frame: dict) -> None:
        """Handles one frame from the host. Runs in the reading thread."""
        if frame["type"] == "reply":
            self._answer(frame["id"], frame)
        elif frame["type"] == "waiting":
            call = self._waiting.get(frame["id"])
            if self._has_returned:
                self._answer(frame["id"], None)
            elif call is not None:
                call.expect_long_wait()
        elif frame["type"] == "cancel":
            self._cancel_asked = True
            self._end_other_calls()
            self._interrupt_main()

    def _end_other_calls(self) -> None:
        # The signal only interrupts calls of the main thread.
        for thread in {call.thread for call in list(self._waiting.values())}:
            if thread != self._main:
                self.end_calls(thread)

    def _interrupt_main(self) -> None:
        """Interrupts the main thread wherever it is. A signal to the process could interrupt another thread."""
        signal.pthread_kill(self._main, signal.SIGTERM)

    @property
    def stopping_due(self) -> bool:
        """True if `report_stopping` has yet to be called: the main thread or the host does not know of a cancel yet."""
        return self._cancel_asked and not self._cancel_answered

    def report_stopping(self) -> None:
        """Notifies the host that the cancel has reached the script. Does nothing while another thread is sending.

        Interrupts the main thread again if the cancel has not reached it: a signal that comes just before a system call
        does not end its wait.
        """
        if not self._cancel_known:
            if self._cancel_asked:
                self._interrupt_main()
            return
        if self._cancel_answered or self._send_lock.locked():
            return
        self._cancel_answered = True
        if self._sock is not None:
            try:
                self._write(b'{"type":"stopping"}\n')
            except OSError:
                pass

    def _answer(self, number: int, frame: Optional[dict]) -> None:
        call = self._waiting.pop(number, None)
        if call is not None:
            call.answer(frame)

    @property
    def waits_long(self) -> bool:
        return any(call.waits_long for call in self._waiting.values())

    def suspend_if_idle(self) -> None:
        """Ends this process if every other thread is in a long wait too. Called by the waiting main thread."""
        if self.suspend is None or self._cancel_asked or self._has_returned:
            return
        waiting = dict(self._waiting)
        if all(call.waits_long for call in waiting.values()) and _others_wait({call.thread for call in waiting.values()}):
            self.suspend(list(waiting))

    def _on_sigterm(self, _signum, stack: Optional[types.FrameType]) -> None:
        if not self._cancel_asked:
            # The script has signalled itself: the signal has its default effect.
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGTERM)
            return
        # In the middle of a fork, the main thread is not interrupted: the helper thread will try again.
        if self._cancel_known or (stack is not None and stack.f_code in _AT_FORK):
            return
        self._cancel_known = True
        # Includes calls that have started since the cancel came.
        self._end_other_calls()
        # Done at once if possible, otherwise in the reading thread, which the script may keep from running.
        self.report_stopping()
        if self._shields:
            self._cancel_due = True
        else:
            self._raise_cancel()

    def _raise_cancel(self) -> None:
        if self.take_cancel is None or not self.take_cancel():
            # The signal may come between the call of a coroutine and its `await`.
            warnings.filterwarnings("ignore", "coroutine .* was never awaited", RuntimeWarning)
            raise TaskCancelled()

    @property
    def cancel_asked(self) -> bool:
        return self._cancel_asked

    def ignore_cancel(self) -> None:
        """Ignores the cancel from now on: the outcome is known, and is sent even if the host requests a cancel."""
        _signal.signal(_signal.SIGTERM, _signal.SIG_IGN)
        self._cancel_due = False

    def _hold_sigterm(self) -> None:
        # The interpreter discards a signal that a new process gets before its own code runs, although the signal should
        # end it.
        self._masks[threading.get_ident()] = _signal.pthread_sigmask(_signal.SIG_BLOCK, (_signal.SIGTERM,))

    def _release_sigterm(self) -> None:
        _signal.pthread_sigmask(_signal.SIG_SETMASK, self._masks.pop(threading.get_ident()))

    def _abandon(self) -> None:
        # Runs in a process that the script has forked: two writers would corrupt each other's frames.
        self.suspend = None
        sock, self._sock = self._sock, None
        self._send_lock = threading.Lock()
        self._to_write.clear()
        self._is_writing = False
        if _signal.getsignal(_signal.SIGTERM) == self._on_sigterm:
            _signal.signal(_signal.SIGTERM, _signal.SIG_DFL)
        if sock is not None:
            sock.close()
        self.in_child()
        self._release_sigterm()


# The interpreter suppresses exceptions raised in these functions.
_AT_FORK = (Channel._hold_sigterm.__code__, Channel._release_sigterm.__code__)


def _utf8_length(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8"))


def _others_wait(waiting: set[int]) -> bool:
    """Returns whether all threads except daemons wait. Those in `waiting` are known to wait."""
    frames = sys._current_frames()
    for thread in threading.enumerate():
        if thread.daemon or thread.ident in waiting:
            continue
        frame = None if thread.ident is None else frames.get(thread.ident)
        # Of the others, only an idle thread of a pool counts as waiting.
        if frame is None or not frame.f_code.co_filename.endswith("concurrent/futures/thread.py"):
            return False
    return True


class PendingCall:
    """A call of the host. `args` is JSON. `on_change` is called at each change, in the thread that reads the channel."""

    def __init__(self, number: int, method: str, args: str, on_change: "Optional[Callable[[PendingCall], None]]") -> None:
        self.number = number
        self.method = method
        self.args = args
        self.thread = threading.get_ident()
        self.waits_long = False
        self.ended = False
        self._on_change = on_change
        self._frame: Optional[dict] = None
        self._answered = threading.Lock()
        self._answered.acquire()

    def answer(self, frame: Optional[dict]) -> None:
        """Takes the reply; None if there will be none because the run must stop."""
        self._frame = frame
        self.ended = True
        self._wake()

    def expect_long_wait(self) -> None:
        """Records that the answer may take long."""
        self.waits_long = True
        self._wake()

    def _wake(self) -> None:
        if self._on_change is not None:
            self._on_change(self)
        try:
            self._answered.release()
        except RuntimeError:
            # The waiting thread has not seen the previous change yet, and will see both at once.
            pass

    def wait(self) -> bool:
        """Waits for the reply. Returns False after a short time if the wait is a long one."""
        self._answered.acquire(timeout=_LONG_WAIT_POLL_SECONDS if self.waits_long else -1)
        return self.ended

    def result(self) -> Any:
        if self._frame is None:
            raise TaskCancelled()
        error = self._frame.get("error")
        if error is not None:
            raise MetarunError(error["code"], error["message"])
        return self._frame.get("result")


class LineReader:
    """Splits received bytes into lines."""

    def __init__(self, received: bytes) -> None:
        self._held = bytearray(received)
        self._searched = 0

    def take(self, received: bytes = b"") -> Optional[bytes]:
        """Adds `received`; returns the next line once it is complete, otherwise None."""
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
        """Calls `on_line` for every line that `received` completes."""
        line = self.take(received)
        while line is not None:
            on_line(line)
            line = self.take()

    def rest(self) -> bytes:
        """Returns the bytes received after the lines taken."""
        return bytes(self._held)


def read_line(sock: socket.socket, reader: LineReader) -> bytes:
    """Waits for one line. Ends the process if the other side has closed."""
    line = reader.take()
    while line is None:
        data = sock.recv(256 * 1024)
        if not data:
            os._exit(1)
        line = reader.take(data)
    return line
