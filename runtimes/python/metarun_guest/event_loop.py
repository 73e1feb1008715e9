"""Runs the awaitable of an async `run`, so that a cancel reaches the `await` where it waits."""

import asyncio
import select
import selectors
import types
from typing import Any

from .channel import Channel
from .errors import TaskCancelled


def do_without_epoll() -> None:
    """Makes asyncio, and all code that uses the default selector, use poll; also in processes forked from this one."""
    for module, name in ((select, "epoll"), (selectors, "EpollSelector")):
        if hasattr(module, name):
            delattr(module, name)
    selectors.__dict__["DefaultSelector"] = selectors.PollSelector


def run_awaitable(awaitable, channel: Channel):
    """Returns the awaitable's result. All of its tasks have ended when this returns."""
    return asyncio.run(_main(_awaited(awaitable), channel))


async def _awaited(awaitable):
    return await awaitable


async def _main(script: types.CoroutineType, channel: Channel):
    cancel = _Cancel(script)
    channel.take_cancel = cancel.take
    try:
        return await _drive(script, cancel)
    finally:
        channel.take_cancel = None
        # Threads that still wait would keep the loop from ending.
        channel.end_waits()


class _Cancel:
    """Cancels the script's main task in asyncio's way: the awaitable that the task awaits is cancelled with it."""

    def __init__(self, script: types.CoroutineType) -> None:
        self._script = script
        self._task: Any = asyncio.current_task()
        self._loop = asyncio.get_running_loop()
        self.due = False

    def take(self) -> bool:
        """Called in the main thread, wherever it is. Returns False if the caller has to raise the exception itself."""
        current = asyncio.current_task(self._loop)
        if current is self._task and self._script.cr_running:
            return False
        self.due = True
        # Leftovers of the cancelled tasks, such as an exception that is never awaited, do not matter to the author.
        self._loop.set_exception_handler(lambda _loop, _context: None)
        self._task.cancel()
        # Wakes the loop, which may be waiting.
        self._loop.call_soon_threadsafe(lambda: None)
        # Code of another task may be blocking the loop.
        return current is None or current is self._task


@types.coroutine
def _drive(script: types.CoroutineType, cancel: _Cancel):
    """Drives `script`. Turns the cancellation that `cancel` requested into TaskCancelled."""
    value, thrown = None, None
    while True:
        try:
            awaited = script.send(value) if thrown is None else script.throw(thrown)
        except StopIteration as end:
            return end.value
        value, thrown = None, None
        try:
            value = yield awaited
        except GeneratorExit:
            script.close()
            raise
        except BaseException as error:
            thrown = error
            if cancel.due and isinstance(error, asyncio.CancelledError):
                cancel.due = False
                thrown = TaskCancelled()
