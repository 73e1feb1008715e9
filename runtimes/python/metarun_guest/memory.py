"""`reporter.memory`: memories that persist from one task to the next."""

from datetime import timedelta
from typing import Any, Optional, Union

from .channel import Channel


class Memory:
    """Memories of the project, as far as the meta-task's `memory` field allows."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel

    def search(self, query: str, scope: Optional[str] = None, limit: int = 5) -> list:
        """Returns memories that contain any of the words, best first; when the script runs again, returns the recorded
        result.

        `scope` is "project", "task_type", "agent" or "subject"; without it, all scopes that the meta-task may read are
        searched. `limit` is at most 50.
        """
        if isinstance(limit, bool) or not isinstance(limit, int):
            raise TypeError(f"memory.search: limit must be int, not {type(limit).__name__}")
        asked = {"query": _text("search", "query", query), "scope": _scope("search", scope), "limit": limit}
        return self._channel.call("memory.search", asked)

    def remember(
        self,
        text: str,
        kind: str = "fact",
        scope: str = "task_type",
        expires_in: Union[float, timedelta, None] = None,
    ) -> dict:
        """Stores a text of 1 to 500 characters for later tasks, once, and returns its `id`, `status` and `created`.

        `kind` is "fact", "preference", "procedure" or "pitfall". `status` is "pending" if a person must accept the
        memory first. `created` is False if it already existed. Raises MetarunError with code `invalid_memory` or
        `memory_limit`.
        """
        asked = {
            "text": _text("remember", "text", text),
            "kind": _text("remember", "kind", kind),
            "scope": _text("remember", "scope", scope),
            "expires_in": _seconds(expires_in),
        }
        return self._channel.call("memory.remember", asked)

    def forget(self, id: str) -> None:
        """Revokes a memory of the project, the meta-task, its agent or its subject: later tasks do not receive it."""
        self._channel.call("memory.forget", {"id": _text("forget", "id", id)})


def _text(method: str, name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"memory.{method}: {name} must be str, not {type(value).__name__}")
    return value


def _scope(method: str, scope: Any) -> Optional[str]:
    return None if scope is None else _text(method, "scope", scope)


def _seconds(expires_in: Any) -> Optional[float]:
    if isinstance(expires_in, timedelta):
        return expires_in.total_seconds()
    if expires_in is None or (isinstance(expires_in, (int, float)) and not isinstance(expires_in, bool)):
        return expires_in
    raise TypeError(
        f"memory.remember: expires_in must be a number of seconds, a timedelta or None, not {type(expires_in).__name__}"
    )
