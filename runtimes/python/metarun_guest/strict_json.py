"""JSON that every reader understands in the same way, or an error that names the location and the remedy."""

import dataclasses
import datetime
import decimal
import enum
import json
import math
import uuid
from typing import Any, Optional

MAX_DEPTH = 64
# JavaScript and most JSON readers store numbers as doubles: beyond this, an integer changes silently.
MAX_INTEGER = 2**53 - 1

encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


class NotJson(ValueError):
    """Raised if a value cannot be sent as JSON; the message names the location and the remedy."""


def clean(text: str, most: Optional[int] = None) -> str:
    """Returns `text`, or its first `most` characters, as an exact str, for text that is only displayed.

    NUL and lone surrogates become U+FFFD. That takes 1 µs for each of them, so a long text is cut first.
    """
    text = str.__str__(text)[:most]
    if not text.isascii():
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text.replace("\0", "\ufffd") if "\0" in text else text


def strict(value, name: str, max_bytes: int, max_values: float = math.inf) -> Any:
    """Returns a copy of `value` made of plain None, bool, int, float, str, list and dict.

    `name` begins every pointer in a message. Raises NotJson, even as soon as the JSON would certainly exceed
    `max_bytes`, so that a small object that contains itself many times over ends early too. `max_values` is the maximum
    number of values in all lists and objects together.
    """
    return _Walk(name, max_bytes, max_values).copy(value, (), 0)


def strict_text(value, name: str, max_bytes: int, max_values: float = math.inf) -> str:
    """Returns the JSON of `strict(value, …)`, at most `max_bytes` long in UTF-8. Raises NotJson in the same cases."""
    text = encode(strict(value, name, max_bytes, max_values))
    # Escapes make the JSON longer than the value.
    if len(text) > max_bytes or len(text.encode("utf-8")) > max_bytes:
        raise NotJson(too_large_message(name, max_bytes))
    return text


class _Walk:
    def __init__(self, name: str, max_bytes: int, max_values: float) -> None:
        self.name = name
        self.max_bytes = max_bytes
        self.left = max_bytes
        self.max_values = max_values
        self.values_left = max_values
        self.open = set()

    def copy(self, value, path, depth):
        if value is None or value is True or value is False:
            return self.spend(4, value)
        if isinstance(value, str):
            return self.text(value, path)
        if isinstance(value, int):
            return self.integer(int.__int__(value), path)
        if isinstance(value, float):
            return self.real(float.__float__(value), path)
        if isinstance(value, (list, tuple, dict)):
            return self.container(value, path, depth)
        raise self.error(path, _not_json_message(value))

    def container(self, value, path, depth):
        if id(value) in self.open:
            raise self.error(path, "contains itself, which JSON cannot hold")
        if depth >= MAX_DEPTH:
            raise self.error(path, f"is nested deeper than {MAX_DEPTH} levels")
        self.spend(2, None)
        # Counted in the same way as in the host.
        self.values_left -= len(value) or 1
        if self.values_left < 0:
            raise NotJson(_too_many_message(self.name, self.max_values))
        self.open.add(id(value))
        try:
            if isinstance(value, dict):
                return {self.key(key, path): self.copy(item, path + (key,), depth + 1) for key, item in dict.items(value)}
            items = list.__iter__(value) if isinstance(value, list) else tuple.__iter__(value)
            return [self.copy(item, path + (index,), depth + 1) for index, item in enumerate(items)]
        finally:
            self.open.discard(id(value))

    def key(self, key, path):
        if not isinstance(key, str):
            kind = _kind(key)
            raise self.error(path, f"has a key of type {kind}, but JSON keys are strings; use str(key)")
        return self.text(key, path, "has a key that ")

    def text(self, value, path, lead=""):
        value = str.__str__(value)
        if "\0" in value:
            raise self.error(path, f"{lead}contains a NUL character (U+0000), which cannot be stored")
        try:
            size = len(value) if value.isascii() else len(value.encode("utf-8"))
        except UnicodeEncodeError:
            raise self.error(path, f"{lead}contains half of a surrogate pair, which is not a Unicode character") from None
        return self.spend(size + 2, value)

    def integer(self, value, path):
        if not -MAX_INTEGER <= value <= MAX_INTEGER:
            raise self.error(path, "is an integer beyond 2**53 - 1, which JSON readers round; return it as a string")
        return self.spend(1, value)

    def real(self, value, path):
        if not math.isfinite(value):
            name = "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
            raise self.error(path, f"is {name}, which JSON cannot hold; return None or a string")
        # JSON readers do not agree on -0.0.
        return self.spend(1, value + 0.0)

    def spend(self, size, value):
        self.left -= size
        if self.left < 0:
            raise NotJson(too_large_message(self.name, self.max_bytes))
        return value

    def error(self, path, message):
        keys = (clean(str(key), 200).replace("~", "~0").replace("/", "~1") for key in path)
        return NotJson(f"{'/'.join((self.name, *keys))} {message}.")


def too_large_message(name: str, max_bytes: int) -> str:
    return f"{name} is larger than {max_bytes} bytes as JSON; {_advice(name)}."


def _too_many_message(name: str, max_values: float) -> str:
    return f"{name} holds more than {max_values} values in lists and objects; {_advice(name)}."


def _advice(name: str) -> str:
    return "write large data to a file and return its path" if name == "result" else "a call holds no more"


def _kind(value) -> str:
    return clean(str(type(value).__name__), 100)


def _not_json_message(value) -> str:
    kind = _kind(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        hint = "decode it to text, or use base64"
    elif isinstance(value, (datetime.date, datetime.time)):
        hint = "use .isoformat()"
    elif isinstance(value, (decimal.Decimal, uuid.UUID, datetime.timedelta)):
        hint = "use str() or float()" if isinstance(value, decimal.Decimal) else "use str()"
    elif isinstance(value, enum.Enum):
        hint = "use its .value"
    elif isinstance(value, (set, frozenset)):
        hint = "use a list, such as sorted(value)"
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        hint = "use dataclasses.asdict(value)"
    elif hasattr(type(value), "__await__"):
        hint = "await it first"
    elif hasattr(type(value), "__next__"):
        hint = "use list(value)"
    elif callable(value):
        hint = "call it and return its result"
    else:
        hint = "use a dict, list, str, number, bool or None"
    return f"is a {kind}, which JSON cannot hold; {hint}"
