"""Turns a script's output into log lines: sys.stdout, sys.stderr and logging."""

import codecs
import io
import logging
import os
import sys
import threading
from typing import TextIO, Union

from .channel import Channel

MAX_LINE = 16 * 1024


class LineCutter:
    """Turns pieces of text into whole lines. A longer line is cut at MAX_LINE characters, with a note on the rest."""

    def __init__(self, channel: Channel, level: str) -> None:
        self._channel = channel
        self._level = level
        self._held = ""
        self._cut = 0

    def feed(self, text: str) -> None:
        start = 0
        end = text.find("\n")
        while end != -1:
            if self._channel.log_full:
                return
            self._hold(text, start, end)
            self.flush(always=True)
            start = end + 1
            end = text.find("\n", start)
        self._hold(text, start, len(text))

    def flush(self, always: bool = False) -> None:
        """Emits the pending text, even an empty line if `always`."""
        if not (always or self._held):
            return
        line, cut = self._held, self._cut
        self._held, self._cut = "", 0
        line = f"{line} [cut: {cut} more characters]" if cut else line.rstrip("\r")
        self._channel.log(self._level, line)

    def _hold(self, text: str, start: int, end: int) -> None:
        left = MAX_LINE - len(self._held)
        self._held += text[start : min(end, start + left)]
        self._cut += max(0, end - start - left)


def log_lines(channel: Channel, level: str, text: str) -> None:
    """Logs a whole text, line by line."""
    cutter = LineCutter(channel, level)
    cutter.feed(text)
    cutter.flush(always=not text)


class LogStream(io.TextIOBase):
    """Replaces sys.stdout or sys.stderr, in order with the reporter's own messages."""

    encoding = "utf-8"
    errors = "replace"
    newlines = None
    mode = "w"

    def __init__(self, channel: Channel, level: str, fd: int, name: str) -> None:
        self._lock = threading.RLock()
        self._channel = channel
        self._cutter = LineCutter(channel, level)
        self._fd = fd
        self.name = name
        self.buffer = _ByteSide(self)

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        if not self._channel.log_full:
            with self._lock:
                self._cutter.feed(text)
        return len(text)

    def end(self) -> None:
        """Emits a last line that has no newline."""
        with self._lock:
            self._cutter.flush()

    def fileno(self) -> int:
        return self._fd

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return False

    def close(self) -> None:
        """Does nothing: closing the stream would lose the script's last output."""


class _ByteSide(io.BufferedIOBase):
    def __init__(self, stream: LogStream) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def write(self, data) -> int:
        data = bytes(data)
        self._stream.write(self._decoder.decode(data))
        return len(data)

    def fileno(self) -> int:
        return self._stream.fileno()

    def writable(self) -> bool:
        return True

    def close(self) -> None:
        """Does nothing, as LogStream.close."""


class LogHandler(logging.Handler):
    """Sends records as log lines of their own level."""

    def __init__(self, channel: Channel) -> None:
        super().__init__()
        self._channel = channel

    def emit(self, record: logging.LogRecord) -> None:
        if self._channel.log_full:
            return
        try:
            text = self.format(record)
        except Exception:
            self.handleError(record)
            return
        prefix = "" if record.name == "root" else f"{record.name}: "
        log_lines(self._channel, _level_name(record.levelno), prefix + text)


def _level_name(number: int) -> str:
    if number >= logging.ERROR:
        return "error"
    if number >= logging.WARNING:
        return "warning"
    return "info" if number >= logging.INFO else "debug"


class Output:
    """Sends logging to the channel, and from `capture()` on also sys.stdout and sys.stderr."""

    def __init__(self, channel: Channel) -> None:
        self._out = LogStream(channel, "info", 1, "<stdout>")
        self._err = LogStream(channel, "warning", 2, "<stderr>")
        # To free them would touch many pages in each run.
        self._originals = (sys.stdout, sys.stderr)
        logging.raiseExceptions = False
        logging.root.setLevel(logging.DEBUG)
        logging.root.addHandler(LogHandler(channel))
        # asyncio logs the selector that it uses whenever a loop is made.
        logging.getLogger("asyncio").setLevel(logging.INFO)

    def capture(self) -> None:
        _replace("stdout", self._out)
        _replace("stderr", self._err)
        os.register_at_fork(after_in_child=_print_to_pipes)

    def end(self) -> None:
        """Emits unfinished lines."""
        self._out.end()
        self._err.end()


def _print_to_pipes() -> None:
    # A process that the script forked has no channel: its output goes through pipes, as that of any subprocess.
    _replace("stdout", _pipe(1))
    _replace("stderr", _pipe(2))
    logging.root.handlers[:] = [logging.StreamHandler(sys.stderr)]


def _replace(name: str, stream: Union[LogStream, TextIO]) -> None:
    """Replaces `sys.<name>` and the original stream `sys.__<name>__`."""
    setattr(sys, name, stream)
    setattr(sys, f"__{name}__", stream)


def _pipe(fd: int) -> TextIO:
    """Returns a stream that stays open as long as the process."""
    return open(fd, "w", buffering=1, encoding="utf-8", closefd=False)
