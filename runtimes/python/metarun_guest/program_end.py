"""The end of a run as the end of a Python program: its threads, what it has registered by `atexit`, and its streams."""

import _io
import _thread
import atexit
import ctypes
import gc
import io
import logging
import os
import select
import signal
import stat
import sys
import threading
import time
from typing import Callable, NoReturn, Optional

from .channel import Channel
from .confine import CHANNEL_FD
from .failures import stack_of
from .output import flush_streams, log_lines
from .strict_json import clean

# Seconds after which the log says what the run waits for.
_SILENT_SECONDS = 2.0
_MOST_NAMES = 5
_MAX_NAME = 100
# Writes what libraries of C still hold.
_flush_c = ctypes.CDLL(None).fflush
# Functions of `atexit` and handlers of `logging` that there are before a script.
_before = (0, 0)
# The descriptors that a script opens, as far as one looks for files that it has left open. Those that are open are polled for
# nothing, so that only those that are closed are found.
_LAST_DESCRIPTOR = 47
_descriptors = select.poll()
for _fd in range(CHANNEL_FD + 1, _LAST_DESCRIPTOR + 1):
    _descriptors.register(_fd, 0)
# How many are closed where the script has opened none. The pipes of its output and of the helper thread are open.
_CLOSED = _LAST_DESCRIPTOR - CHANNEL_FD - 4
# Has the processes that the main thread has started.
_CHILDREN = "/proc/thread-self/children"
_TRIES = 3
_TIMERS = (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF)
_AGAIN_SECONDS = 0.003
# Seconds in which a thread or process that the script does not wait for may end without being named, and between two looks.
_ENDING_SECONDS = 0.2
_ENDING_LOOK_SECONDS = 0.01
# Processes that `multiprocessing` leaves to end by themselves.
_HELPERS = ("multiprocessing.resource_tracker", "multiprocessing.forkserver")
# Modules in which a thread waits for work.
_WAITING_IN = ("threading.py", "queue.py", "selectors.py", "connection.py", os.path.join("futures", "thread.py"))


def note_registered() -> None:
    """Notes what there is to be done at the end of a process before it has a script."""
    global _before
    _before = _registered()


def _registered() -> "tuple[int, int]":
    return atexit._ncallbacks(), len(logging._handlerList)  # pyright: ignore[reportAttributeAccessIssue]


def end_program(channel: Channel, scope: Optional[dict]) -> None:
    """Waits for the threads of a run that has returned or failed, unless it is to stop, then does what else ends a program.

    `scope`: the globals of the script; None where they are still needed.

    Raises TaskCancelled if the run is to stop meanwhile. A warning in the log names the threads that are cut off.
    """
    channel.end_waits()
    try:
        if _has_threads() and not channel.cancel_asked:
            _join(channel)
        _run_exit_functions()
        if scope is not None and not _has_threads():
            _free(scope)
    finally:
        _flush()
        if _has_threads():
            _warn_of_threads(channel)
        if _read_file(_CHILDREN):
            _warn_of_processes(channel)


def flush_all() -> None:
    """Flushes what a process still holds that ends before its program does."""
    for reference in list(logging._handlerList):  # pyright: ignore[reportAttributeAccessIssue]
        handler = reference()
        if handler is not None:
            _quietly(handler.flush)
    _flush()


def end_child(thrown: Optional[BaseException], scope: dict) -> NoReturn:
    """Ends a process that the script has forked, and that has left `run`."""
    code = 1
    try:
        code = _exit_code(thrown)
        threading._shutdown()  # pyright: ignore[reportAttributeAccessIssue]
        _run_exit_functions()
        _free(scope)
        _flush()
    finally:
        os._exit(code)


def _exit_code(thrown: Optional[BaseException]) -> int:
    """Returns the code with which an exception ends a process, and reports it."""
    if thrown is None:
        return 0
    if isinstance(thrown, SystemExit):
        if thrown.code is None or isinstance(thrown.code, int):
            return (thrown.code or 0) & 0xFF
        print(thrown.code, file=sys.stderr)
    elif not show_by_hook(thrown):
        print(stack_of(thrown), file=sys.stderr)
    return 1


def show_by_hook(thrown: BaseException) -> bool:
    """Hands the exception that ends the program to the `sys.excepthook` of the script, if it has set one."""
    if sys.excepthook is sys.__excepthook__:
        return False
    sys.excepthook(type(thrown), thrown, thrown.__traceback__)
    return True


def _join(channel: Channel) -> None:
    ended = _thread.allocate_lock()
    ended.acquire()
    _thread.start_new_thread(_report_wait, (ended, channel))
    try:
        # It also ends the threads of pools. `threading` has no public name for it.
        threading._shutdown()  # pyright: ignore[reportAttributeAccessIssue]
    finally:
        ended.release()


def _report_wait(ended: "_thread.LockType", channel: Channel) -> None:
    if ended.acquire(timeout=_SILENT_SECONDS):
        return
    names = [thread.name for thread in _others() if not thread.daemon]
    if names:
        log_lines(channel, "info", f"`run` has returned, and waits for {_named(names)} to end.")


def _run_exit_functions() -> None:
    # To close the one handler that every run has would touch many pages in each of them.
    if _registered() == _before:
        return
    # Before Python 3.10 the last error comes out, once it has been printed.
    _quietly(atexit._run_exitfuncs)


def _free(scope: dict) -> None:
    """Frees what the globals refer to, in the order of the interpreter: `ZipFile`, for one, is written when it is freed."""
    # The script's own streams and signal handlers may need them.
    flush_streams()
    sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
    for timer in _TIMERS:
        signal.setitimer(timer, 0)
    for is_private in (True, False):
        for name in list(scope):
            if name.startswith("_") is is_private and not name.startswith("__"):
                scope[name] = None


def _flush() -> None:
    flush_streams()
    try:
        closed = len(_descriptors.poll(0))
    except OSError:
        # The script has allowed itself fewer descriptors than these.
        closed = 0
    if closed < _CLOSED and any(map(_may_be_file, range(CHANNEL_FD + 1, _LAST_DESCRIPTOR + 1))):
        _flush_files()
    _flush_c(None)


def _flush_files() -> None:
    """Writes what files still hold that the script has left open, as the interpreter does when it frees them.

    To look through all objects touches many pages.
    """
    try:
        objects = gc.get_objects()
        kinds = {kind for kind in set(map(type, objects)) if _io._IOBase in kind.__mro__}
        files = [each for each in objects if type(each) in kinds]
    except MemoryError:
        return
    for kind in (io.TextIOWrapper, None, io.BufferedWriter, io.BufferedRandom):
        for file in files:
            if type(file) is kind:
                # A pipe may be full.
                _quietly(lambda file=file: _may_be_file(file.fileno()) and file.flush())
            elif kind is None and type(file).__module__ != "_io":
                # One that is written in Python, such as gzip, writes to another when it is closed.
                _quietly(lambda file=file: file.closed or not file.writable() or file.close())


def _may_be_file(fd: int) -> bool:
    """Returns whether a descriptor is a regular file, or the last one that is looked at."""
    try:
        mode = os.fstat(fd).st_mode
    except OSError:
        return False
    return stat.S_ISREG(mode) or fd == _LAST_DESCRIPTOR


def _quietly(act: Callable[[], object]) -> None:
    try:
        act()
    except Exception:
        # It is closed, or its disk is full: as at the end of a program, no one could be notified.
        pass


def _warn_of_threads(channel: Channel) -> None:
    names = _left_after_a_moment(_working_threads)
    if names:
        _warn_of(channel, _named(names))


def _warn_of_processes(channel: Channel) -> None:
    names = _left_after_a_moment(_programs)
    if names:
        _warn_of(channel, _named(names, "process", "processes"))


def _left_after_a_moment(find: "Callable[[], list[str]]") -> list[str]:
    """Finds what still works once that which has nothing left to do has ended.

    A thread that was cancelled is about to end, as is a process whose output was read to its end.
    """
    names = find()
    deadline = time.monotonic() + _ENDING_SECONDS
    while names and time.monotonic() < deadline:
        time.sleep(_ENDING_LOOK_SECONDS)
        names = find()
    return names


def _working_threads() -> list[str]:
    frames = sys._current_frames()
    return [thread.name for thread in _others() if not _waits(frames.get(thread.ident or 0))]


def _programs() -> list[str]:
    """Returns the commands of processes that the script has started and that have not ended."""
    commands: list[str] = []
    for _ in range(_TRIES):
        commands = [_command(pid) for pid in _read_file(_CHILDREN).split()]
        # One that ends just now has no command, as one that has just begun, and behind it the kernel may leave out others.
        if all(commands):
            break
        time.sleep(_AGAIN_SECONDS)
    return [name for name in commands if name and not any(helper in name for helper in _HELPERS)]


def _command(pid: bytes) -> str:
    """Returns the command of a process, "" of one that has ended."""
    line = _read_file(f"/proc/{pid.decode()}/cmdline")
    if line and line == _read_file("/proc/self/cmdline"):
        return "a fork of the script"
    return " ".join(line.decode("utf-8", "replace").replace("\0", " ").split())


def _read_file(path: str) -> bytes:
    """Returns the beginning of a file of the kernel, no bytes of one that is not there."""
    try:
        fd = os.open(path, os.O_RDONLY)
    except OSError:
        return b""
    try:
        return os.read(fd, 4096)
    except OSError:
        return b""
    finally:
        os.close(fd)


def _warn_of(channel: Channel, named: str) -> None:
    verb = "was" if named.startswith("1 ") else "were"
    log_lines(channel, "warning", f"{named} {verb} still working when the run ended, and {verb} cut off.")


def _has_threads() -> bool:
    # `threading.active_count` would take a lock, in each run.
    return len(threading._active) > 1 or bool(threading._limbo)  # pyright: ignore[reportAttributeAccessIssue]


def _others() -> "list[threading.Thread]":
    return [thread for thread in threading.enumerate() if thread is not threading.main_thread()]


def _waits(frame) -> bool:
    # A function `run` there calls a function of C.
    return frame is None or (frame.f_code.co_filename.endswith(_WAITING_IN) and frame.f_code.co_name != "run")


def _named(names: "list[str]", one: str = "thread", several: str = "threads") -> str:
    shown = ", ".join(clean(name, _MAX_NAME) for name in names[:_MOST_NAMES])
    more = "" if len(names) <= _MOST_NAMES else f" and {len(names) - _MOST_NAMES} more"
    return f"{len(names)} {one if len(names) == 1 else several} ({shown}{more})"
