"""`reporter.http`: requests that the host makes for the script."""

import base64
import json as json_module
import math
import threading
import urllib.parse
from collections.abc import Iterator, Mapping
from typing import Any, Optional, Union

from .channel import Channel

# The host stops reading frames of a run at 64 pending calls.
_MAX_UNDER_WAY = 24
_REDIRECTS = ("follow", "manual", "error")
# Default time limit of an exchange.
_TIMEOUT_SECONDS = 30


class HttpHeaders(Mapping):
    """Headers of a response by case-insensitive name. Values of the same name are joined by commas."""

    def __init__(self, pairs: list[list[str]]) -> None:
        self._values: dict = {}
        for name, value in pairs:
            self._values.setdefault(name.lower(), []).append(value)

    def __getitem__(self, name: str) -> str:
        return ", ".join(self._values[name.lower()])

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def get_all(self, name: str) -> list[str]:
        """Returns each value separately, as `Set-Cookie` requires. The list may be empty."""
        return list(self._values.get(name.lower(), ()))

    def __repr__(self) -> str:
        return f"HttpHeaders({dict(self)!r})"


class HttpResponse:
    """A response: `status`, `reason`, `headers`, `url`, whether it was `redirected`, and `content` in bytes."""

    def __init__(self, answer: dict) -> None:
        self.url: str = answer["url"]
        self.status: int = answer["status"]
        self.reason: str = answer["status_text"]
        self.headers = HttpHeaders(answer["headers"])
        self.content: bytes = base64.b64decode(answer["body"])
        self.redirected: bool = answer["redirected"]

    @property
    def ok(self) -> bool:
        """True if the status is 200 to 299."""
        return 200 <= self.status < 300

    @property
    def text(self) -> str:
        """The content as UTF-8."""
        return self.content.decode("utf-8-sig", "replace")

    def json(self) -> Any:
        """Returns the content parsed as JSON."""
        return json_module.loads(self.content)

    def __repr__(self) -> str:
        return f"<HttpResponse {self.status} {self.url}>"


class Http:
    """HTTP requests within the network policy of the meta-task."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._slots = threading.Semaphore(_MAX_UNDER_WAY)

    def request(
        self,
        method: str,
        url: str,
        headers: Any = None,
        params: Any = None,
        json: Any = None,
        body: Union[str, bytes, None] = None,
        timeout: Optional[float] = _TIMEOUT_SECONDS,
        redirect: str = "follow",
    ) -> HttpResponse:
        """Sends a request to `url` and returns the response, whatever its status.

        `params` are added to the query: lists repeat their name, None is omitted. `timeout` is in seconds, for the
        whole exchange; None for no separate limit. `redirect` is "follow", "manual" or "error". Raises MetarunError
        with code `network_denied` or `network_error` if there is no response.
        """
        if not isinstance(method, str) or not isinstance(url, str):
            raise TypeError("http.request: method and url must be str")
        if redirect not in _REDIRECTS:
            raise ValueError(f"http.request: redirect must be one of {', '.join(_REDIRECTS)}")
        content, media_type = _content(json, body)
        pairs = _pairs("headers", headers)
        if media_type and not any(name.lower() == "content-type" for name, _ in pairs):
            pairs.append(["content-type", media_type])
        args = {
            "method": method,
            "url": _with_params(url, params),
            "headers": pairs,
            "body": None if content is None else base64.b64encode(content).decode("ascii"),
            "redirect": redirect,
            "timeout_ms": _milliseconds(timeout),
        }
        with self._slots:
            return HttpResponse(self._channel.call("http.request", args))


def _content(json: Any, body: Union[str, bytes, None]):
    """Returns the bytes of the body and its media type. Either is None if missing."""
    if json is not None:
        if body is not None:
            raise TypeError("http.request takes json or body, not both")
        return json_module.dumps(json, allow_nan=False).encode("utf-8"), "application/json"
    if body is None:
        return None, None
    if isinstance(body, str):
        content, media_type = body.encode("utf-8"), "text/plain;charset=UTF-8"
    elif isinstance(body, (bytes, bytearray, memoryview)):
        content, media_type = bytes(body), None
    else:
        raise TypeError(f"http.request: body must be str or bytes, not {type(body).__name__}; json= sends any value")
    return content, media_type


def _pairs(what: str, given: Any) -> list[list[str]]:
    """Returns names and values, in order, from a mapping or from pairs; a list of values repeats its name."""
    if given is None:
        return []
    items = given.items() if isinstance(given, Mapping) else given
    pairs = []
    try:
        for name, value in items:
            values = value if isinstance(value, (list, tuple)) else [value]
            pairs += [[str(name), _text(one)] for one in values if one is not None]
    except (TypeError, ValueError):
        raise TypeError(f"http.request: {what} must be a dict, or pairs of a name and a value") from None
    return pairs


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _with_params(url: str, params: Any) -> str:
    query = urllib.parse.urlencode([(name, value) for name, value in _pairs("params", params)])
    if not query:
        return url
    before, hash_mark, fragment = url.partition("#")
    mark = "&" if "?" in before else "?"
    return f"{before}{mark}{query}{hash_mark}{fragment}"


def _milliseconds(seconds: Optional[float]) -> Optional[int]:
    if seconds is None:
        return None
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)):
        raise TypeError(f"http.request: timeout must be a number of seconds or None, not {type(seconds).__name__}")
    if not (math.isfinite(seconds) and seconds > 0):
        raise ValueError(f"http.request: timeout must be seconds over 0, or None, not {seconds!r}")
    return max(1, int(seconds * 1000))
