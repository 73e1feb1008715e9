"""`reporter.mcp`: tools of MCP servers, which the host calls for the script."""

import math
from datetime import timedelta
from typing import Any, Optional, Union

from .channel import Channel
from .errors import McpOutcomeUnknown, MetarunError

# Limits as in the host.
_LEAST_SECONDS = 0.001
_MOST_SECONDS = 3600


class McpResult:
    """The result of a tool: `content` as parts, `structured` as JSON, `is_error`, and the `path` of a file with a large
    result.
    """

    def __init__(self, answer: dict) -> None:
        self.content: list = answer["content"]
        self.structured: Any = answer["structured"]
        self.is_error: bool = answer["is_error"]
        self.path: Optional[str] = answer["path"]

    @property
    def text(self) -> str:
        """The texts of the content, joined by newlines."""
        return "\n".join(part["text"] for part in self.content if part.get("type") == "text")

    def __repr__(self) -> str:
        return f"McpResult(text={self.text!r}, structured={self.structured!r}, is_error={self.is_error!r})"


class Mcp:
    """The MCP servers of the project."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel

    def call(
        self,
        server: str,
        tool: str,
        arguments: Optional[dict] = None,
        timeout: Union[float, timedelta, None] = None,
    ) -> McpResult:
        """Calls a tool once and records its result; when the script runs again, returns the record.

        `timeout` is in seconds, or a timedelta; default: the server's timeout. Raises McpOutcomeUnknown if it is
        unknown whether the call took effect, otherwise MetarunError with code `mcp_unavailable`, `mcp_timeout`,
        `mcp_error`, `mcp_denied`, `mcp_tool_changed`, `not_found` or `not_available`.
        """
        if arguments is not None and not isinstance(arguments, dict):
            raise TypeError(f"mcp.call: arguments must be dict, not {type(arguments).__name__}")
        asked = {
            "server": _text("call", "server", server),
            "tool": _text("call", "tool", tool),
            "arguments": arguments or {},
            "timeout": _seconds(timeout),
        }
        try:
            return McpResult(self._channel.call("mcp.call", asked))
        except MetarunError as error:
            if error.code != McpOutcomeUnknown.CODE:
                raise
            raise McpOutcomeUnknown(error.message) from None

    def tools(self, server: str) -> list:
        """Returns the tools of a server that may be called, as dicts; recorded like `call`."""
        return self._channel.call("mcp.tools", {"server": _text("tools", "server", server)})


def _text(method: str, name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"mcp.{method}: {name} must be str, not {type(value).__name__}")
    return value


def _seconds(timeout: Union[float, timedelta, None]) -> Optional[float]:
    if timeout is None:
        return None
    value = timeout.total_seconds() if isinstance(timeout, timedelta) else timeout
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"mcp.call: timeout must be a number of seconds or a timedelta, not {type(timeout).__name__}")
    if not (math.isfinite(value) and _LEAST_SECONDS <= value <= _MOST_SECONDS):
        raise ValueError(f"mcp.call: timeout must be from {_LEAST_SECONDS} to {_MOST_SECONDS} seconds, not {value!r}")
    return value
