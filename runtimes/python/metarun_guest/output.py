"""Turns a script's output into log lines: sys.stdout, sys.stderr, file descriptors 1 and 2, and logging."""

import _thread
import codecs
import functools
import io
import logging
import os
import re
import select
import signal
import sys
from typing import Callable, Optional

from .channel import Channel
from .output_pipes import Pipes, read_left
from .strict_json import clean

MAX_LINE = 16 * 1024
_LINES = re.compile(r"[^\r\n]*[\r\n]|[^\r\n]+")
# Maximum number of bytes in a frame: each may become an escape sequence of six characters.
_PIECE = 16 * 1024
_write = os.write


def log_lines(channel: Channel, level: str, text: str) -> None:
    """Logs a whole text, line by line. A longer line is cut at MAX_LINE characters, with a note on the rest."""
    lines = text.split("\n")
    if len(lines) > 1 and not lines[-1]:
        lines.pop()
    for line in lines:
        if channel.log_full:
            return
        cut = len(line) - MAX_LINE
        channel.log(level, f"{line[:MAX_LINE]} [cut: {cut} more characters]" if cut > 0 else line.rstrip("\r"))


class _Written:
    """The text written to one descriptor, on its way to the host, which splits it into lines."""

    def __init__(self, channel: Channel, level: str) -> None:
        self._channel = channel
        self._level = level
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.read_end = -1
        # Number of characters of the current line that have been sent, and that were cut because it is too long.
        self._sent = 0
        self._cut = 0
        # The pipe's identity according to os.fstat; None before it is needed.
        self._pipe: Optional[tuple[int, int]] = None

    def is_at(self, fd: int) -> bool:
        """Returns whether a descriptor leads to the pipe, since the script may have changed it."""
        if self._pipe is None:
            self._pipe = _place(self.read_end)
        return _place(fd) == self._pipe

    def feed(self, data: bytes) -> None:
        for start in range(0, len(data), _PIECE):
            if self._channel.log_full:
                return
            self._send(clean(self._decoder.decode(data[start : start + _PIECE])))

    def end(self) -> None:
        """Sends the rest of an unfinished line."""
        if self._decoder.getstate()[0]:
            self._send(clean(self._decoder.decode(b"", True)))
        if self._cut:
            self._channel.output(self._level, "", self._cut)

    def _send(self, text: str) -> None:
        if self._sent + len(text) > MAX_LINE:
            for line in _LINES.findall(text):
                self._send_line(line)
            return
        self._channel.output(self._level, text)
        last = max(text.rfind("\n"), text.rfind("\r"))
        self._sent = len(text) - 1 - last if last >= 0 else self._sent + len(text)

    def _send_line(self, line: str) -> None:
        """Sends a part of one line. Of the characters beyond MAX_LINE, only their number is sent, with the end of the
        line.
        """
        ends = line.endswith(("\n", "\r"))
        body = line[:-1] if ends else line
        space = MAX_LINE - self._sent
        self._channel.output(self._level, body[:space])
        self._sent = min(MAX_LINE, self._sent + len(body))
        self._cut += max(0, len(body) - space)
        if ends:
            self._channel.output(self._level, line[-1], self._cut)
            self._sent = self._cut = 0


class Collected:
    """Everything written to descriptors 1 and 2. Only the helper thread reads it, since no signal handler can interrupt
    that thread.
    """

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._written = {1: _Written(channel, "info"), 2: _Written(channel, "warning")}
        # The descriptor that was written to last.
        self._last = 1
        self._wake_fd = -1
        # For each descriptor, a poll that shows whether the pipe of the other one contains anything.
        self._polls: dict[int, select.poll] = {}
        # The helper thread, while it reads.
        self._helper: Optional[int] = None
        # True while it has output that it has not sent yet.
        self._is_feeding = False
        # True while that output may come from the descriptor that was not written to last.
        self._has_taken_other = False
        # Locks of threads that wait until all output so far has been sent.
        self._waiting: list[_thread.LockType] = []
        channel.before_report = self.send_all
        channel.in_child = self.renew_streams

    def renew_streams(self) -> None:
        """Recreates the streams in a process that the script has forked: another thread may have held their locks."""
        if isinstance(sys.stdout, Stream):
            sys.stdout = sys.__stdout__ = sys.stdout.renewed()
        if isinstance(sys.stderr, Stream):
            sys.stderr = sys.__stderr__ = sys.stderr.renewed()

    def begin(self, pipes: Pipes, wake_fd: int) -> None:
        """Collects the output to descriptors 1 and 2 of this process, which lead to `pipes`.

        Writing to `wake_fd` makes the helper thread call `drain`.
        """
        self._written[1].read_end, self._written[2].read_end = pipes.read_ends
        self._wake_fd = wake_fd

    def has(self, fd: int) -> bool:
        """Returns whether this process's output to a descriptor is collected."""
        return self._channel.is_open and self._written[fd].is_at(fd)

    def switch_to(self, fd: int, looks: bool) -> None:
        """Makes sure that all output to the other descriptor is sent before the following output to this one.

        `looks` also checks for output of others, such as a program or C code.
        """
        is_due = fd != self._last or (looks and (self._has_taken_other or self._has_in_other(fd)))
        if is_due and self.send_all():
            self._last = fd

    def _has_in_other(self, fd: int) -> bool:
        poll = self._polls.get(fd)
        if poll is None:
            poll = self._polls[fd] = select.poll()
            poll.register(self._written[3 - fd].read_end, select.POLLIN)
        return bool(poll.poll(0))

    def send_all(self) -> bool:
        """Waits until the helper thread has sent all output so far. Returns False if waiting would never end."""
        if self._helper is None or not self._channel.is_open or self._helper == _thread.get_ident():
            return True
        # The order matters: data that is no longer in a pipe has been taken by then.
        if not self._readable() and not self._is_feeding:
            return True
        if self._channel.has_interrupted_write:
            return False
        sent = _thread.allocate_lock()
        sent.acquire()
        self._waiting.append(sent)
        _write(self._wake_fd, b"w")
        if self._helper is not None:
            sent.acquire()
        return True

    def _readable(self) -> bool:
        read_ends = [written.read_end for written in self._written.values()]
        return bool(select.select(read_ends, (), (), 0)[0])

    def attend(self, helper: int) -> None:
        """Starts the collection; `helper` is the thread that reads."""
        self._helper = self._channel.helper = helper

    # In the helper thread

    def leave(self) -> None:
        self._helper = None
        self._release()

    def drain(self) -> None:
        """Sends the contents of the pipes."""
        waiting = len(self._waiting)
        self._is_feeding = True
        try:
            # The script has switched from the other descriptor, whose output was sent then, so its content has come
            # from elsewhere since. Earlier output of the script may have arrived after the first read.
            last, other = self._written[self._last], self._written[3 - self._last]
            written = read_left(last.read_end)
            self._has_taken_other = True
            others = read_left(other.read_end)
            if others:
                written += read_left(last.read_end)
            else:
                self._has_taken_other = False
            last.feed(written)
            other.feed(others)
        finally:
            self._is_feeding = self._has_taken_other = False
        self._release(waiting)

    def _release(self, most: Optional[int] = None) -> None:
        released, self._waiting[:most] = self._waiting[:most], []
        for sent in released:
            sent.release()

    def end(self) -> None:
        """Sends the remaining contents of the pipes, once there is no helper thread any more."""
        for written in self._written.values():
            written.feed(read_left(written.read_end))
            written.end()


def _place(fd: int) -> "Optional[tuple[int, int]]":
    try:
        found = os.fstat(fd)
    except OSError:
        return None
    return found.st_dev, found.st_ino


class _Raw(io.FileIO):
    def seekable(self) -> bool:
        # The interpreter would remember the answer for the descriptor as it was in the fork server.
        return False


class Stream(io.TextIOWrapper):
    """A stream like the interpreter's, which writes each line as soon as it ends, after the lines of the other stream."""

    def __init__(self, fd: int, name: str, errors: str, collected: Collected) -> None:
        raw = _Raw(fd, "w", closefd=False)
        raw.name = name
        super().__init__(io.BufferedWriter(raw), encoding="utf-8", errors=errors, newline="\n", line_buffering=True)
        self.mode = "w"  # pyright: ignore[reportAttributeAccessIssue]
        self._made_of = fd, name, errors, collected

    def renewed(self) -> "Stream":
        return Stream(*self._made_of)

    def write(self, text: str) -> int:
        fd, _, _, collected = self._made_of
        # Text waits here for the end of its line.
        collected.switch_to(fd, "\n" in text)
        return super().write(text)


class LogHandler(logging.Handler):
    """Sends records that no handler of the script takes as log lines of their level; in forked processes, to standard
    error.
    """

    def __init__(self, channel: Channel) -> None:
        super().__init__()
        self._channel = channel

    def emit(self, record: logging.LogRecord) -> None:
        if self._channel.log_full or self._is_taken(record):
            return
        try:
            text = self.format(record)
        except Exception:
            self.handleError(record)
            return
        prefix = "" if record.name == "root" else f"{record.name}: "
        if self._channel.is_open:
            log_lines(self._channel, _level_name(record.levelno), prefix + text)
        else:
            print(prefix + text, file=sys.stderr)

    def _is_taken(self, record: logging.LogRecord) -> bool:
        logger: Optional[logging.Logger] = logging.root if record.name == "root" else logging.getLogger(record.name)
        while logger is not None:
            for handler in logger.handlers:
                if handler is not self and type(handler) is not logging.NullHandler:
                    return True
            logger = logger.parent
        return False


def _let_configure(own: LogHandler) -> None:
    """Makes `logging.basicConfig` work as in a program, although a handler already exists.

    Setting only the level requires no other handler, since the log shows levels and names.
    """
    of_python = logging.basicConfig
    is_configured = False

    def basic_config(**options) -> None:
        nonlocal is_configured
        root = logging.root
        if root.handlers != [own] or options.get("force"):
            of_python(**options)
        elif not is_configured and not options.keys() - {"level"}:
            is_configured = True
            if options.get("level") is not None:
                root.setLevel(options["level"])
        elif not is_configured:
            root.handlers = []
            try:
                of_python(**options)
            except BaseException:
                root.handlers = [own]
                raise

    logging.basicConfig = functools.update_wrapper(basic_config, of_python)


def _keep_levels(channel: Channel, collected: Collected, streams: dict[int, io.TextIOWrapper]) -> None:
    """Makes output of `logging` handlers to the standard streams, or to their descriptors, keep the level of its
    record.
    """
    of_python = logging.StreamHandler.emit

    def emit(self: logging.StreamHandler, record: logging.LogRecord) -> None:
        is_line = self.terminator == "\n"
        if not (is_line and any(self.stream is stream and collected.has(fd) for fd, stream in streams.items())):
            of_python(self, record)
            return
        try:
            text = self.format(record)
            self.stream.flush()
        except Exception:
            self.handleError(record)
            return
        log_lines(channel, _level_name(record.levelno), text)

    logging.StreamHandler.emit = functools.update_wrapper(emit, of_python)


def _level_name(number: int) -> str:
    if number >= logging.ERROR:
        return "error"
    if number >= logging.WARNING:
        return "warning"
    return "info" if number >= logging.INFO else "debug"


class Output:
    """Sends logging to the channel, and from `capture()` on also standard output and standard error."""

    def __init__(self, channel: Channel) -> None:
        self.collected = Collected(channel)
        self._out = Stream(1, "<stdout>", "replace", self.collected)
        self._err = Stream(2, "<stderr>", "backslashreplace", self.collected)
        # Freeing them would touch many pages in each run.
        self._originals = (sys.stdout, sys.stderr)
        for module, name in _ENDING:
            setattr(module, name, _after_output(getattr(module, name), self.collected))
        os.write = _in_order(self.collected)
        logging.root.setLevel(logging.DEBUG)
        handler = LogHandler(channel)
        logging.root.addHandler(handler)
        _let_configure(handler)
        _keep_levels(channel, self.collected, {1: self._out, 2: self._err})
        # asyncio logs the selector that it uses whenever a loop is created.
        logging.getLogger("asyncio").setLevel(logging.INFO)

    def capture(self) -> None:
        sys.stdout = sys.__stdout__ = self._out
        sys.stderr = sys.__stderr__ = self._err


# Functions by which a process ends itself. The helper thread may have taken output from a pipe that it has not sent
# yet.
_ENDING = ((os, "_exit"), (os, "abort"), (os, "kill"), (signal, "raise_signal"))


def _after_output(end: Callable, collected: Collected) -> Callable:
    @functools.wraps(end)
    def end_after_output(*args, **options):
        collected.send_all()
        return end(*args, **options)

    return end_after_output


def _in_order(collected: Collected) -> Callable:
    @functools.wraps(_write)
    def write(fd, data, /):
        if fd == 1 or fd == 2:
            collected.switch_to(fd, True)
        return _write(fd, data)

    return write


def flush_streams() -> None:
    """Flushes the current standard output and standard error."""
    for name in ("stdout", "stderr"):
        try:
            getattr(sys, name).flush()
        except Exception:
            # It is closed, or its reader has gone.
            pass
