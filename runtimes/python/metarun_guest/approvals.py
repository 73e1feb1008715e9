"""`reporter.ask_approval`: a script waits for a person."""

import math
from datetime import timedelta

from .channel import Channel
from .errors import ApprovalExpired, ApprovalRejected

# As in the host.
_LEAST_SECONDS = 0.001
_MOST_SECONDS = 366 * 24 * 60 * 60


def ask_approval(channel: Channel, prompt: str, proposal, form, expires_in) -> dict:
    if not isinstance(prompt, str):
        raise TypeError(f"ask_approval: prompt must be str, not {type(prompt).__name__}")
    if form is not None and not isinstance(form, (dict, bool)):
        raise TypeError(f"ask_approval: form must be a JSON Schema (dict) or None, not {type(form).__name__}")
    asked = {"prompt": prompt, "proposal": proposal, "form": form, "expires_in": _seconds(expires_in)}
    answer = channel.call("approval.ask", asked)
    state = answer.pop("state")
    if state == "rejected":
        raise ApprovalRejected(answer["message"], answer["comment"], answer["decided_by"])
    if state == "expired":
        raise ApprovalExpired(answer["message"])
    return answer


def _seconds(expires_in):
    if expires_in is None:
        return None
    value = expires_in.total_seconds() if isinstance(expires_in, timedelta) else expires_in
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"ask_approval: expires_in must be a number of seconds, a timedelta or None, not {type(value).__name__}")
    if not (math.isfinite(value) and _LEAST_SECONDS <= value <= _MOST_SECONDS):
        raise ValueError(f"ask_approval: expires_in must be from {_LEAST_SECONDS} to {_MOST_SECONDS} seconds, not {value!r}")
    return value
