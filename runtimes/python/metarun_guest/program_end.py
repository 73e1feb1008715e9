"""The end of a run, like the end of a Python program: its threads, its `atexit` functions, and its streams."""

import _io
import _signal
import _thread
import atexit
import ctypes
import functools
import gc
import io
import itertools
import logging
import os
import posix
import select
import signal
import stat
import sys
import threading
import time
import types
import weakref
from queue import Queue
from typing import Callable, NoReturn, Optional

from .channel import Channel
from .confine import CHANNEL_FD
from .failures import format_stack
from .output import flush_streams, log_lines
from .places import is_of_author
from .strict_json import clean

# Time after which the log says what the run waits for (seconds).
_SILENT_SECONDS = 2.0
_MOST_NAMES = 5
# Types of globals that refer to no other object of the script than its globals.
_WITHOUT_OBJECTS = (types.FunctionType, types.ModuleType, str, bytes, int, float, bool, type(None))
# Types of globals that finalizers use and that need no finalization themselves.
_KEPT = (*_WITHOUT_OBJECTS, types.BuiltinFunctionType, type)
_MAX_NAME = 100
# Flushes the buffers of C libraries.
_flush_c = ctypes.CDLL(None).fflush
# Number of `atexit` functions and `logging` handlers that exist before a script.
_before = (0, 0)
# All signals except the one that cancels a run. Plain numbers, since members of an enumeration would be converted each
# time.
_OF_SCRIPTS = {int(number) for number in signal.valid_signals()} - {int(signal.SIGTERM)}
# The range of descriptors of a script that is checked for files left open. The poll requests no events from open
# descriptors, so it only reports closed ones.
_LAST_DESCRIPTOR = 47
_descriptors = select.poll()
for _fd in range(CHANNEL_FD + 1, _LAST_DESCRIPTOR + 1):
    _descriptors.register(_fd, 0)
# Number of closed descriptors if the script has opened none. The pipes of its output and of the helper thread are open.
_CLOSED = _LAST_DESCRIPTOR - CHANNEL_FD - 4
_TRIES = 3
_AGAIN_SECONDS = 0.003
# Time in which a thread or process that the script does not wait for may end without being named, and interval of polls
# (seconds).
_ENDING_SECONDS = 0.2
_ENDING_LOOK_SECONDS = 0.01
# Raises a pending exception of a signal handler. It is not a Python function, at whose start another handler could be
# called.
block_signals = functools.partial(_signal.pthread_sigmask, _signal.SIG_BLOCK, _OF_SCRIPTS)
# Processes that `multiprocessing` leaves to end by themselves.
_HELPERS = ("multiprocessing.resource_tracker", "multiprocessing.forkserver")
# Modules in which a thread waits for work.
_WAITING_IN = ("threading.py", "queue.py", "selectors.py", "connection.py", os.path.join("futures", "thread.py"))


def note_registered() -> None:
    """Records the work at the end of a process that exists before it has a script."""
    global _before
    _before = _registered()


def finish_work(channel: Channel) -> None:
    """Does the work of a program after its main part has returned or failed: it waits for its threads unless it must
    stop.

    Raises TaskCancelled if the run must stop meanwhile.
    """
    flush_streams()
    channel.end_waits()
    if _has_threads() and not channel.cancel_asked:
        _join(channel)
    _run_exit_functions()


def end_program(channel: Channel, own_modules: int) -> None:
    """Frees the script's objects and flushes its buffers. Warnings in the log name the work that is cut off.

    `own_modules` is the number of modules that existed before the script.
    """
    hold_signals()
    threads: list[str] = []
    if _has_threads():
        threads = _left_after_a_moment(lambda: _working_threads(channel))
    programs: list[str] = []
    if _has_processes():
        programs = _left_after_a_moment(_programs)
    _free_script(own_modules)
    _flush()
    if not channel.is_open:
        # A finalizer has forked this process.
        os._exit(0)
    if threads:
        _warn_about(channel, _named(threads))
    if programs:
        _warn_about(channel, _named(programs, "process", "processes"))


def hold_signals() -> None:
    """Keeps the signal handlers of the script from interrupting the following code. A cancel still interrupts it."""
    try:
        block_signals()
    except BaseException:
        # Raised by a pending handler. No code of the script is left that it could interrupt.
        pass


def _has_threads() -> bool:
    # `threading.active_count` would take a lock in each run. The helper thread is one of those that were started
    # without `threading`.
    return _thread._count() > 1 or len(threading._active) > 1  # pyright: ignore[reportAttributeAccessIssue]


def _run_exit_functions() -> None:
    # Closing the one handler that every run has would touch many pages in each of them.
    if _registered() == _before:
        return
    # Before Python 3.10, the last error is raised after it has been printed.
    _quietly(atexit._run_exitfuncs)


def _registered() -> "tuple[int, int]":
    return atexit._ncallbacks(), len(logging._handlerList)  # pyright: ignore[reportAttributeAccessIssue]


def _has_processes() -> bool:
    if os.getppid() != 1:
        return bool(_other_pids())
    # The signal reaches all processes of the namespace except this one and the first. Listing them would take longer in
    # each run.
    try:
        posix.kill(-1, 0)
    except ProcessLookupError:
        return False
    return True


class _Sign:
    """Indicates whether the globals of a module are still referenced."""

    def __init__(self, scope: dict) -> None:
        self.scope = scope


def _free_script(own_modules: int) -> None:
    """Frees all objects of the script like the interpreter: objects that write when they are freed, such as `ZipFile`,
    still have their globals.

    If a thread or another module refers to globals, for example through a handler of `logging`, objects that finalizers
    use are kept, and all others are freed.
    """
    sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
    # The collection orders objects after those that refer to them, so that a stream is finalized before its file.
    # Collecting all generations would touch many pages in each run: most scripts have no objects in the oldest one.
    generation = 2 if gc.get_objects(2) else 1
    gc.collect(generation)
    if not _has_objects(own_modules):
        return
    signs = [weakref.ref(sign) for sign in _drop_modules(own_modules)]
    gc.collect(generation)
    left = [sign for sign in (reference() for reference in signs) if sign is not None]
    for sign in left:
        for name, value in reversed(list(sign.scope.items())):
            if not name.startswith("__") and not isinstance(value, _KEPT):
                sign.scope[name] = None
    if left:
        gc.collect()


def _has_objects(own_modules: int) -> bool:
    """Returns whether globals of the script have objects that may need finalization. Taking a module apart touches many
    pages.
    """
    module = sys.modules.get("workflow")
    if module is None or len(sys.modules) > own_modules + 1:
        return True
    for name, value in module.__dict__.items():
        if type(value) not in _WITHOUT_OBJECTS and not name.startswith("__"):
            break
    else:
        return False
    return True


def _drop_modules(own_modules: int) -> "list[_Sign]":
    """Removes the modules of the script from `sys.modules`; returns signs of their globals."""
    names = ["__main__", "workflow"]
    if len(sys.modules) > own_modules + 1:
        for name in itertools.islice(reversed(sys.modules), len(sys.modules) - own_modules):
            file = getattr(sys.modules[name], "__file__", None)
            if name != "workflow" and isinstance(file, str) and is_of_author(file):
                names.append(name)
    signs = []
    for name in names:
        module = sys.modules.pop(name, None)
        if isinstance(module, types.ModuleType):
            sign = module.__dict__["__sign__"] = _Sign(module.__dict__)
            signs.append(sign)
    return signs


def _flush() -> None:
    flush_streams()
    try:
        closed = len(_descriptors.poll(0))
    except OSError:
        # The script has lowered its limit on descriptors below this number.
        closed = 0
    if closed < _CLOSED and any(map(_may_be_file, range(CHANNEL_FD + 1, _LAST_DESCRIPTOR + 1))):
        _flush_files()
    _flush_c(None)


def flush_all() -> None:
    """Flushes the remaining buffers of a process that ends before its program does."""
    for reference in list(logging._handlerList):  # pyright: ignore[reportAttributeAccessIssue]
        handler = reference()
        if handler is not None:
            _quietly(handler.flush)
    _flush()


def end_child(thrown: Optional[BaseException], own_modules: int) -> NoReturn:
    """Ends a process that the script has forked and that has left `run` or a function of `atexit`."""
    code = 1
    try:
        code = _exit_code(thrown)
        del thrown
        flush_streams()
        threading._shutdown()  # pyright: ignore[reportAttributeAccessIssue]
        _run_exit_functions()
        hold_signals()
        _free_script(own_modules)
        _flush()
    finally:
        os._exit(code)


def _exit_code(thrown: Optional[BaseException]) -> int:
    """Returns the exit code of a process for an exception, and reports the exception."""
    if thrown is None:
        return 0
    if isinstance(thrown, SystemExit):
        if thrown.code is None or isinstance(thrown.code, int):
            return (thrown.code or 0) & 0xFF
        print(thrown.code, file=sys.stderr)
    elif sys.excepthook is sys.__excepthook__:
        print(format_stack(thrown), file=sys.stderr)
    else:
        return show_by_hook(thrown)
    return 1


def show_by_hook(thrown: BaseException) -> int:
    """Passes the exception that ends the program to the script's `sys.excepthook`, if any; returns the exit code."""
    if sys.excepthook is not sys.__excepthook__:
        try:
            sys.excepthook(type(thrown), thrown, thrown.__traceback__)
        except SystemExit as end:
            return _exit_code(end)
        except BaseException as error:
            print(f"Error in sys.excepthook:\n{format_stack(error)}\n", file=sys.stderr)
            print(f"Original exception was:\n{format_stack(thrown)}", file=sys.stderr)
    return 1


def _join(channel: Channel) -> None:
    ended = _thread.allocate_lock()
    ended.acquire()
    _thread.start_new_thread(_report_wait, (ended, channel))
    try:
        # Also ends the threads of pools. `threading` has no public name for it.
        threading._shutdown()  # pyright: ignore[reportAttributeAccessIssue]
    finally:
        ended.release()


def _report_wait(ended: "_thread.LockType", channel: Channel) -> None:
    if ended.acquire(timeout=_SILENT_SECONDS):
        return
    main = threading.main_thread()
    names = [thread.name for thread in threading.enumerate() if thread is not main and not thread.daemon]
    if names:
        log_lines(channel, "info", f"`run` has returned, and waits for {_named(names)} to end.")


def _flush_files() -> None:
    """Flushes files that the script has left open, like the interpreter when it frees them.

    Looking through all objects touches many pages.
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
                # A file object written in Python, such as gzip, writes to another one when it is closed.
                _quietly(lambda file=file: file.closed or not file.writable() or file.close())


def _may_be_file(fd: int) -> bool:
    """Returns whether a descriptor is a regular file or above the checked range."""
    try:
        mode = os.fstat(fd).st_mode
    except OSError:
        return False
    return stat.S_ISREG(mode) or fd == _LAST_DESCRIPTOR


def _quietly(act: Callable[[], object]) -> None:
    try:
        act()
    except Exception:
        # The file is closed, or its disk is full: as at the end of a program, no one could be notified.
        pass


def _left_after_a_moment(find: "Callable[[], list[str]]") -> list[str]:
    """Returns the work that is still in progress after finished threads and processes have ended.

    A cancelled thread is about to end, as is a process whose output was read to its end.
    """
    names = find()
    deadline = time.monotonic() + _ENDING_SECONDS
    while names and time.monotonic() < deadline:
        time.sleep(_ENDING_LOOK_SECONDS)
        names = find()
    return names


def _working_threads(channel: Channel) -> list[str]:
    known = {thread.ident: thread for thread in threading.enumerate()}
    own = (_thread.get_ident(), channel.helper)
    frames = sys._current_frames().items()
    working = [ident for ident, frame in frames if ident not in own and not _waits(known.get(ident), frame)]
    return [known[ident].name if ident in known else "without a name" for ident in working]


def _other_pids() -> list[str]:
    """Returns the script's other processes: all processes in its namespace, or the children of this thread."""
    if os.getppid() != 1:
        # Without namespaces, orphans become children of this process.
        return _read_file("/proc/thread-self/children").decode().split()
    try:
        names = os.listdir("/proc")
    except OSError:
        # The script has used up its descriptors.
        return []
    return [name for name in names if name.isdigit() and name not in ("1", str(os.getpid()))]


def _programs() -> list[str]:
    """Returns the commands of processes that the script has started and that have not ended."""
    commands: list[str] = []
    for _ in range(_TRIES):
        commands = [_command(pid) for pid in sorted(_other_pids(), key=int)]
        # A process that is ending has no command, nor does one that has just started, and the kernel may leave out
        # others after it.
        if all(commands):
            break
        time.sleep(_AGAIN_SECONDS)
    return [name for name in commands if name and not any(helper in name for helper in _HELPERS)]


def _command(pid: str) -> str:
    """Returns the command of a process; "" if it has ended."""
    line = _read_file(f"/proc/{pid}/cmdline")
    if line and line == _read_file("/proc/self/cmdline"):
        return "a fork of the script"
    return " ".join(line.decode("utf-8", "replace").replace("\0", " ").split())


def _read_file(path: str) -> bytes:
    """Returns the beginning of a kernel file; empty if it does not exist."""
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


def _warn_about(channel: Channel, named: str) -> None:
    verb = "was" if named.startswith("1 ") else "were"
    log_lines(channel, "warning", f"{named} {verb} still working when the run ended, and {verb} cut off.")


def _has_item(frame) -> bool:
    """Returns whether a thread waits at a queue that contains an item: it is about to continue."""
    while frame is not None and frame.f_code.co_filename.endswith(_WAITING_IN):
        if frame.f_code.co_filename.endswith("queue.py"):
            queue = frame.f_locals.get("self")
            return isinstance(queue, Queue) and queue.qsize() > 0
        frame = frame.f_back
    return False


def _waits(thread: Optional[threading.Thread], frame) -> bool:
    """Returns whether a thread waits for work, judging by its Python function or by the kernel function that it is in."""
    if _has_item(frame):
        return False
    # A function `run` in these modules calls a C function.
    if frame.f_code.co_filename.endswith(_WAITING_IN) and frame.f_code.co_name != "run":
        return True
    if thread is None or thread.native_id is None:
        return False
    place = _read_file(f"/proc/self/task/{thread.native_id}/wchan")
    # It may be waiting for the interpreter ("futex"), and a sleeping thread continues by itself.
    return place not in (b"", b"0") and b"futex" not in place and b"nanosleep" not in place


def _named(names: "list[str]", one: str = "thread", several: str = "threads") -> str:
    shown = ", ".join(clean(name, _MAX_NAME) for name in names[:_MOST_NAMES])
    more = "" if len(names) <= _MOST_NAMES else f" and {len(names) - _MOST_NAMES} more"
    return f"{len(names)} {one if len(names) == 1 else several} ({shown}{more})"
