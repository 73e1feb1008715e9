"""`reporter.step` and `reporter.sleep`: work that is done once, however often the script runs."""

import inspect
import json
import math
from typing import Callable

from .channel import Channel
from .errors import StepError
from .failures import error_of
from .strict_json import NotJson, strict_text

# As in the host.
_MAX_RESULT_BYTES = 1024 * 1024
_MAX_RESULT_VALUES = 240_000
_MAX_SLEEP_SECONDS = 366 * 24 * 60 * 60
_DAY_SECONDS = 24 * 60 * 60


def step(channel: Channel, name: str, fn: Callable, attempts: int, delay, factor, max_delay):
    """Returns the recorded result, else calls `fn` and records its result. Awaitable if `fn` returns an awaitable."""
    if not isinstance(name, str):
        raise TypeError(f"step: name must be str, not {type(name).__name__}")
    if not callable(fn):
        raise TypeError(f"step: fn must be a function, not {type(fn).__name__}; write `lambda: ...`")
    if isinstance(attempts, bool) or not isinstance(attempts, int):
        raise TypeError(f"step: attempts must be int, not {type(attempts).__name__}")
    if not 1 <= attempts <= 100:
        raise ValueError(f"step: attempts must be from 1 to 100, not {attempts}")
    policy = {
        "attempts": attempts,
        "delay_ms": 1000 * _number("step", "delay", delay, 0, _DAY_SECONDS),
        "factor": _number("step", "factor", factor, 1, 100),
        "max_delay_ms": 1000 * _number("step", "max_delay", max_delay, 0, _DAY_SECONDS),
    }
    begun = channel.call("step.begin", {"name": name, **policy})
    one = _Step(channel, name, begun)
    if begun["state"] != "run":
        return _given(one) if begun["awaited"] else one.recorded()
    while True:
        try:
            value = fn()
        except Exception as thrown:
            one.failed(thrown)
            continue
        return _awaited(one, fn, value) if inspect.isawaitable(value) else one.ended(value)


async def _given(one: "_Step"):
    return one.recorded()


async def _awaited(one: "_Step", fn: Callable, awaitable):
    one.awaited = True
    while True:
        try:
            value = await awaitable
        except Exception as thrown:
            one.failed(thrown)
            awaitable = fn()
            continue
        return one.ended(value)


def sleep(channel: Channel, seconds) -> None:
    _number("sleep", "seconds", seconds, 0, _MAX_SLEEP_SECONDS)
    channel.call("sleep", {"seconds": seconds})


class _Step:
    def __init__(self, channel: Channel, name: str, begun: dict) -> None:
        self._channel = channel
        self._name = name
        self._begun = begun
        self.awaited = False

    def recorded(self):
        if self._begun["state"] == "failed":
            raise self._error(self._begun["type"], self._begun["message"])
        return self._begun["result"]

    def failed(self, thrown: Exception) -> None:
        """Returns if the step is to be tried again, else raises."""
        if isinstance(thrown, MemoryError):
            raise thrown
        error = error_of(thrown, False)
        answer = self._call("step.fail", type=error["type"], message=error["message"])
        if answer["state"] == "failed":
            raise self._error(error["type"], error["message"]) from thrown

    def ended(self, value):
        try:
            text = strict_text(value, "result", _MAX_RESULT_BYTES, _MAX_RESULT_VALUES)
        except NotJson as error:
            self._call("step.fail", type="InvalidResult", message=str(error), final=True)
            raise self._error("InvalidResult", str(error)) from None
        # The script continues with exactly the value that a replay returns.
        result = json.loads(text)
        answer = self._call("step.end", result=result)
        if answer["state"] == "failed":
            raise self._error(answer["type"], answer["message"])
        return result

    def _call(self, method: str, **args):
        return self._channel.call(method, {"id": self._begun["id"], "awaited": self.awaited, **args})

    def _error(self, kind: str, message: str) -> StepError:
        return StepError(self._name, kind, message)


def _number(where: str, name: str, value, least, most):
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{where}: {name} must be a number, not {type(value).__name__}")
    if not (math.isfinite(value) and least <= value <= most):
        raise ValueError(f"{where}: {name} must be from {least} to {most}, not {value!r}")
    return value
