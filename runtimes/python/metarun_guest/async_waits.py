"""`reporter.aio`: the reporter's waits for coroutines, which can be raced and cancelled like any other awaitable."""

import asyncio
from collections.abc import Awaitable, Iterable
from typing import Any, Optional

from .approvals import approval_calls
from .channel import Channel, PendingCall, Requests
from .children import event_calls, task_calls, tasks_calls
from .places import called_from
from .steps import sleep_calls

# Interval of checks whether the run only waits.
_LOOK_SECONDS = 0.05


class AsyncWaits:
    """Methods like those of the reporter with the same names, but they return an awaitable and do not block other
    coroutines.
    """

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        # True if the event loop is about to check whether the run only waits.
        self._looks = False

    def sleep(self, seconds: float) -> Awaitable[None]:
        return self._answer(sleep_calls(seconds), called_from())

    def wait_for_event(self, name: str, timeout: Optional[float] = None) -> Awaitable[Any]:
        return self._answer(event_calls(name, timeout), called_from())

    def run_task(self, identifier: str, params: Optional[dict] = None, name: Optional[str] = None) -> Awaitable[Any]:
        return self._answer(task_calls(identifier, params, name), called_from())

    def run_tasks(self, tasks: Iterable[tuple], settled: bool = False) -> Awaitable[list]:
        return self._answer(tasks_calls(tasks, settled), called_from())

    def ask_approval(self, prompt: str, proposal: Any = None, form=None, expires_in=None, notify=None) -> Awaitable[dict]:
        return self._answer(approval_calls(self._channel, prompt, proposal, form, expires_in, notify), called_from())

    async def _answer(self, requests: Requests, at: str) -> Any:
        # `at` is the location of the call, which is not visible from a task of the event loop.
        answer, error = None, None
        while True:
            try:
                method, args = requests.send(answer) if error is None else requests.throw(error)
            except StopIteration as end:
                return end.value
            answer, error = None, None
            try:
                answer = await self._call(method, args, at)
            except Exception as thrown:
                error = thrown

    async def _call(self, method: str, args: dict, at: str) -> Any:
        loop = asyncio.get_running_loop()
        answered = loop.create_future()

        def on_change(call: PendingCall) -> None:
            if call.ended and not answered.done():
                answered.set_result(None)
            elif call.waits_long:
                self._look_soon(loop)

        def notify(call: PendingCall) -> None:
            try:
                loop.call_soon_threadsafe(on_change, call)
            except RuntimeError:
                # The loop has ended, and no coroutine waits for the answer.
                pass

        call = self._channel.begin(method, args, at, notify)
        try:
            await answered
            return call.result()
        finally:
            self._channel.forget(call)

    def _look_soon(self, loop: asyncio.AbstractEventLoop) -> None:
        if not self._looks:
            self._looks = True
            loop.call_later(_LOOK_SECONDS, self._look, loop)

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        """Suspends the run if no coroutine can continue before an answer comes."""
        self._looks = False
        if self._channel.waits_long:
            if _is_idle(loop):
                self._channel.suspend_if_idle()
            self._look_soon(loop)


def _is_idle(loop: Any) -> bool:
    """Returns whether the loop has nothing to do, and no timer or descriptor except its own can wake it."""
    try:
        timers = any(not timer.cancelled() for timer in loop._scheduled)
        return not loop._ready and not timers and len(loop._selector.get_map()) <= 1
    except AttributeError:
        # It is a different implementation of the loop.
        return False
