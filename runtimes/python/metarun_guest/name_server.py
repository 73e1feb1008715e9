"""Answers to name look-ups, in the format of DNS."""

import socket
import struct
from typing import Callable, Optional

PORT = 53
_HEAD = struct.Struct("!6H")
_QUESTION = struct.Struct("!2H")
# The name in the question, an Internet address, valid for a minute, four bytes.
_ANSWER = struct.Struct("!HHHIH4s")
_ADDRESS, _INTERNET = 1, 1
_IS_ANSWER, _WANTS_MORE, _HAS_MORE = 0x8000, 0x0100, 0x0080


def answer_to(query: bytes, assign_address: Callable[[str], str]) -> Optional[bytes]:
    """Returns the answer to a query: the address of a name for an IPv4 query, and no records otherwise.

    Returns None if the data is not a query.
    """
    if len(query) < _HEAD.size:
        return None
    number, flags, questions, _, _, _ = _HEAD.unpack_from(query)
    if flags & _IS_ANSWER or questions != 1:
        return None
    labels = []
    at = _HEAD.size
    while at < len(query) and query[at] != 0:
        end = at + 1 + query[at]
        labels.append(query[at + 1 : end])
        at = end
    end = at + 1 + _QUESTION.size
    if end > len(query) or not labels:
        return None
    kind, network = _QUESTION.unpack_from(query, at + 1)
    found = b""
    if (kind, network) == (_ADDRESS, _INTERNET):
        name = b".".join(labels).decode("utf-8", "replace")
        found = _ANSWER.pack(0xC000 + _HEAD.size, kind, network, 60, 4, socket.inet_aton(assign_address(name)))
    head = _HEAD.pack(number, _IS_ANSWER | _HAS_MORE | flags & _WANTS_MORE, 1, 1 if found else 0, 0, 0)
    return head + query[_HEAD.size : end] + found


def query_for(name: str) -> bytes:
    """Returns the query for the IPv4 address of a name. Raises ValueError for an invalid name."""
    labels = [label.encode() for label in name.rstrip(".").split(".")]
    if not all(0 < len(label) < 64 for label in labels):
        raise ValueError(f"not a name: {name!r}")
    packed = b"".join(bytes((len(label),)) + label for label in labels)
    return _HEAD.pack(1, _WANTS_MORE, 1, 0, 0, 0) + packed + b"\0" + _QUESTION.pack(_ADDRESS, _INTERNET)


def address_in(answer: bytes) -> Optional[str]:
    """Returns the address in an answer of `answer_to`; None if it has none."""
    return socket.inet_ntoa(answer[-4:]) if len(answer) > _HEAD.size and _HEAD.unpack_from(answer)[3] == 1 else None
