"""The advice of an exception on retrying the step or task."""

from typing import Optional

from .errors import MetarunError, NonRetryable, RetryAfter, StepError


def retry_advice(thrown: BaseException) -> Optional[dict]:
    """Returns `{"final": True}`, `{"after": seconds}`, `{"code": code}`, or None. An exception group gives the advice
    of its parts.
    """
    if isinstance(thrown, NonRetryable):
        return {"final": True}
    if isinstance(thrown, RetryAfter):
        return {"after": thrown.seconds}
    if isinstance(thrown, StepError):
        return thrown._retry
    if isinstance(thrown, MetarunError):
        return {"code": thrown.code}
    parts = [retry_advice(part) or {} for part in getattr(thrown, "exceptions", ()) if isinstance(part, BaseException)]
    if any("final" in part for part in parts):
        return {"final": True}
    pauses = [part["after"] for part in parts if "after" in part]
    return {"after": max(pauses)} if pauses else None
