"""Ends a call of a step's function that takes too long.

In the main thread, a signal ends it wherever it is, even in a blocking call. In another thread, it ends when the thread
next executes Python code or waits for the host.
"""

import _signal
import asyncio
import threading
import time
from typing import Any, Callable, Optional

from .channel import Channel
from .strict_json import clean

# Time in which a cancelled coroutine may clean up (seconds).
_CLEAN_UP_SECONDS = 5
# Time after which the log says that a thread cannot be interrupted (seconds).
_STUCK_SECONDS = 1.0


class StepTimedOut(Exception):
    """Raised if the function took too long."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"it passed its timeout of {seconds:g} s")


class _Passed(BaseException):
    """Raised within the function. Not an Exception, so that the function does not catch it by mistake."""


def within(channel: Channel, seconds: float, fn: Callable) -> Any:
    """Returns the result of `fn`, or raises StepTimedOut."""
    if not channel.in_main_thread:
        return _in_thread(channel, seconds, fn)
    limit = _MainLimit(channel, time.monotonic() + seconds)
    try:
        try:
            limit.open()
            return fn()
        finally:
            limit.close()
    except BaseException as thrown:
        # A signal may have come in the middle of the first call.
        limit.close()
        if thrown is limit.passed:
            raise StepTimedOut(seconds) from None
        raise


async def awaited_within(seconds: float, awaitable) -> Any:
    """Returns the awaitable's result, or cancels it and raises StepTimedOut."""
    task = asyncio.ensure_future(awaitable)
    try:
        done, _ = await asyncio.wait({task}, timeout=seconds)
    except BaseException:
        task.cancel()
        raise
    if done:
        return task.result()
    task.cancel()
    await asyncio.wait({task}, timeout=_CLEAN_UP_SECONDS)
    raise StepTimedOut(seconds)


class _MainLimit:
    """A limit on the main thread. Limits may be nested: the earliest one has the timer."""

    _opened: list["_MainLimit"] = []
    _before: Any = None

    def __init__(self, channel: Channel, until: float) -> None:
        self.passed = _Passed()
        self._channel = channel
        self._until: Optional[float] = until

    def open(self) -> None:
        opened = _MainLimit._opened
        opened.append(self)
        if len(opened) == 1:
            _MainLimit._before = _signal.signal(_signal.SIGALRM, _MainLimit._on_alarm)
        _MainLimit._set()

    def close(self) -> None:
        """Removes the limit. May be called again."""
        # Comes first, so that a signal has no effect from here on.
        self._until = None
        self._channel.drop_due(self.passed)
        if self not in _MainLimit._opened:
            return
        _MainLimit._opened.remove(self)
        _MainLimit._set()
        if not _MainLimit._opened:
            _signal.signal(_signal.SIGALRM, _MainLimit._before or _signal.SIG_DFL)

    @staticmethod
    def _set() -> None:
        until = [limit._until for limit in _MainLimit._opened if limit._until is not None]
        _signal.setitimer(_signal.ITIMER_REAL, max(min(until) - time.monotonic(), 1e-6) if until else 0)

    @staticmethod
    def _on_alarm(_signum, _stack) -> None:
        now = time.monotonic()
        for limit in _MainLimit._opened:
            if limit._until is not None and limit._until <= now:
                # Raised once: the function's `finally` blocks are not interrupted again.
                limit._until = None
                limit._channel.raise_in_main(limit.passed)
                return
        _MainLimit._set()


def _in_thread(channel: Channel, seconds: float, fn: Callable) -> Any:
    # Imported here, since few scripts need it.
    import ctypes

    raise_in_thread = ctypes.pythonapi.PyThreadState_SetAsyncExc
    thread = ctypes.c_ulong(threading.get_ident())
    name = clean(threading.current_thread().name, 100)
    lock = threading.Lock()
    ended = threading.Event()
    raised = False

    def end() -> None:
        nonlocal raised
        with lock:
            if ended.is_set():
                return
            raised = True
            raise_in_thread(thread, ctypes.py_object(_ThreadTimeout))
            channel.end_calls(thread.value)
        if not ended.wait(_STUCK_SECONDS):
            late = f"A step passed its timeout of {seconds:g} s in the thread {name}"
            channel.log("warning", f"{late}, which cannot be interrupted before the call that it is in returns.")

    timer = threading.Timer(seconds, end)
    # A thread that waits for the timer does not prevent a run from being suspended.
    timer.daemon = True
    timer.start()
    try:
        return fn()
    except _ThreadTimeout:
        raise StepTimedOut(seconds) from None
    finally:
        timer.cancel()
        with lock:
            ended.set()
            if raised:
                # The exception may not have reached the thread yet.
                raise_in_thread(thread, None)


class _ThreadTimeout(_Passed):
    """Raised in a thread by the interpreter, which takes a class."""
