"""`reporter.ask_approval`: a script waits for a person."""

import inspect
import math
from datetime import timedelta
from typing import Callable, Optional

from .channel import Channel, Requests
from .errors import ApprovalExpired, ApprovalRejected
from .steps import step

# Limits as in the host.
_LEAST_SECONDS = 0.001
_MOST_SECONDS = 366 * 24 * 60 * 60


class PendingApproval:
    """An open approval, before the script waits for it: `id`, `expires_at` (ISO 8601, or None)."""

    def __init__(self, channel: Channel, id: str, expires_at: Optional[str]) -> None:
        self._channel = channel
        self.id = id
        self.expires_at = expires_at

    def link(self, name: str) -> str:
        """Returns the URL of a page on which the person `name` can decide, once."""
        if not isinstance(name, str):
            raise TypeError(f"link: name must be str, not {type(name).__name__}")
        return self._channel.call("approval.link", {"id": self.id, "name": name})["url"]


def approval_calls(channel: Channel, prompt: str, proposal, form, expires_in, notify) -> Requests:
    if not isinstance(prompt, str):
        raise TypeError(f"ask_approval: prompt must be str, not {type(prompt).__name__}")
    if form is not None and not isinstance(form, (dict, bool)):
        raise TypeError(f"ask_approval: form must be a JSON Schema (dict) or None, not {type(form).__name__}")
    if notify is not None and not callable(notify):
        raise TypeError(f"ask_approval: notify must be a function, not {type(notify).__name__}")
    asked = {"prompt": prompt, "proposal": proposal, "form": form, "expires_in": _seconds(expires_in)}
    answer = (yield "approval.ask", asked) if notify is None else (yield from _notified(channel, asked, notify))
    state = answer.pop("state")
    if state == "rejected":
        raise ApprovalRejected(answer["message"], answer["comment"], answer["decided_by"])
    if state == "expired":
        raise ApprovalExpired(answer["message"])
    return answer


def _notified(channel: Channel, asked: dict, notify: Callable) -> Requests:
    opened = yield "approval.open", asked
    if not opened["automatic"]:
        pending = PendingApproval(channel, opened["id"], opened["expires_at"])
        name = f"notify: {asked['prompt'][:150]}"

        def work() -> None:
            # An approval that has been decided meanwhile needs no notification.
            if opened["pending"] and inspect.isawaitable(notify(pending)):
                raise TypeError("ask_approval: notify must be an ordinary function, not an async one")

        step(channel, name, work, 1, 1, 2, 60, None)
    return (yield "approval.await", {"id": opened["id"]})


def _seconds(expires_in):
    if expires_in is None:
        return None
    value = expires_in.total_seconds() if isinstance(expires_in, timedelta) else expires_in
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"ask_approval: expires_in must be a number of seconds, a timedelta or None, not {type(value).__name__}")
    if not (math.isfinite(value) and _LEAST_SECONDS <= value <= _MOST_SECONDS):
        raise ValueError(f"ask_approval: expires_in must be from {_LEAST_SECONDS} to {_MOST_SECONDS} seconds, not {value!r}")
    return value
