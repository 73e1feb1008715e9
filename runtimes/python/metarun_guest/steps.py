"""`reporter.step` and `reporter.sleep`: work that is done once, however often the script runs."""

import inspect
import json
import math
from typing import Callable, Optional

from .channel import Channel, Requests
from .errors import STEP_TIMEOUT, StepError
from .failures import describe_error
from .step_timeout import StepTimedOut, awaited_within, within
from .strict_json import NotJson, strict_text

# Limits as in the host.
_MAX_RESULT_BYTES = 1024 * 1024
_MAX_RESULT_VALUES = 240_000
_MAX_SLEEP_SECONDS = 366 * 24 * 60 * 60
_DAY_SECONDS = 24 * 60 * 60
# Default maximum pause between two calls of a function.
MAX_DELAY_SECONDS = 60.0
_LEAST_TIMEOUT_SECONDS = 0.001


def step(channel: Channel, name: str, fn: Callable, attempts: int, delay, factor, max_delay, timeout):
    """Returns the recorded result, or calls `fn` and records its result. Awaitable if `fn` returns an awaitable."""
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
    if timeout is not None:
        _number("step", "timeout", timeout, _LEAST_TIMEOUT_SECONDS, _MAX_SLEEP_SECONDS)
    begun = channel.call("step.begin", {"name": name, **policy})
    one = _Step(channel, name, begun, timeout)
    if begun["state"] != "run":
        return _given(one) if begun["awaited"] else one.recorded()
    while True:
        try:
            value = fn() if timeout is None else within(channel, timeout, fn)
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
            value = await (awaitable if one.timeout is None else awaited_within(one.timeout, awaitable))
        except Exception as thrown:
            one.failed(thrown)
            awaitable = fn()
            continue
        return one.ended(value)


def sleep_calls(seconds) -> Requests:
    _number("sleep", "seconds", seconds, 0, _MAX_SLEEP_SECONDS)
    yield "sleep", {"seconds": seconds}


class _Step:
    def __init__(self, channel: Channel, name: str, begun: dict, timeout: Optional[float]) -> None:
        self._channel = channel
        self._name = name
        self._begun = begun
        self.awaited = False
        self.timeout = timeout

    def recorded(self):
        if self._begun["state"] == "failed":
            raise self._error(self._begun["type"], self._begun["message"], self._begun.get("retry"))
        return self._begun["result"]

    def failed(self, thrown: Exception) -> None:
        """Returns if the step should be retried, otherwise raises."""
        if isinstance(thrown, MemoryError):
            raise thrown
        passed = isinstance(thrown, StepTimedOut)
        error: dict = {"type": STEP_TIMEOUT, "message": str(thrown)} if passed else describe_error(thrown, False)
        reported = {name: error[name] for name in ("type", "message", "retry") if name in error}
        answer = self._call("step.fail", **reported)
        if answer["state"] == "failed":
            raise self._error(**reported) from (None if passed else thrown)

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

    def _error(self, type: str, message: str, retry: Optional[dict] = None) -> StepError:
        error = StepError(self._name, type, message)
        error._retry = retry
        return error


def _number(where: str, name: str, value, least, most):
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{where}: {name} must be a number, not {type(value).__name__}")
    if not (math.isfinite(value) and least <= value <= most):
        raise ValueError(f"{where}: {name} must be from {least} to {most}, not {value!r}")
    return value
