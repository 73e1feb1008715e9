"""`reporter.files`: the files of the project."""

import base64
from typing import Optional, Union

from .channel import Channel

# The class below has a method named `list`.
_Dicts = list[dict]
_MAX_LINE = 1_000_000_000


class Files:
    """Files of the project. `ws` is a workspace's id; None for the workspace that the meta-task is bound to.

    Every method raises MetarunError with the service's code and message, such as `not_found`.
    """

    def __init__(self, channel: Channel) -> None:
        self._channel = channel

    def read(self, path: str, ws: Optional[str] = None) -> Union[str, bytes]:
        """Returns the file's content: str if it is UTF-8 text, otherwise bytes."""
        reply = self._call("read", path, ws)
        if reply["encoding"] == "base64":
            return base64.b64decode(reply["content"])
        return reply["content"]

    def read_bytes(self, path: str, ws: Optional[str] = None) -> bytes:
        """Returns the file's content as stored, even if it is text."""
        content = self.read(path, ws)
        return content.encode("utf-8") if isinstance(content, str) else content

    def read_lines(self, path: str, first: int = 1, last: Optional[int] = None, ws: Optional[str] = None) -> str:
        """Returns lines `first` to `last` of a text file of any size, counted from 1, both included; without `last`, to
        the end.

        Raises MetarunError with code `range_not_satisfiable` if the file ends before `first`.
        """
        first = _line("read_lines", "first", first)
        last = None if last is None else _line("read_lines", "last", last)
        return self._call("read_lines", path, ws, first=first, last=last)

    def read_section(self, path: str, section: str, ws: Optional[str] = None) -> str:
        """Returns the part of a Markdown file below a heading, including the heading. `section` is its anchor or title."""
        return self._call("read_section", path, ws, section=_text("read_section", "section", section))

    def outline(self, path: str, ws: Optional[str] = None) -> _Dicts:
        """Returns the headings of a Markdown file: dicts with level, title, anchor, parent, first_line, last_line,
        place.
        """
        return self._call("outline", path, ws)

    def glob(self, pattern: str, path: str = "/", ws: Optional[str] = None) -> _Dicts:
        """Returns the entries below a directory whose paths match a pattern such as "**/*.md", sorted by path."""
        return self._call("glob", path, ws, pattern=_text("glob", "pattern", pattern))

    def search(self, query: str, path: Optional[str] = None, limit: int = 20, ws: Optional[str] = None) -> _Dicts:
        """Returns parts of text files that contain all words, "phrases" and begin*, and none of -left -out.

        The best match comes first. Results are dicts with path, heading, anchor, line, place, snippet and more. `path`
        is a directory or a file; `limit` is at most 100.
        """
        query = _text("search", "query", query)
        if isinstance(limit, bool) or not isinstance(limit, int):
            raise TypeError(f"files.search: limit must be int, not {type(limit).__name__}")
        if not 1 <= limit <= 100:
            raise ValueError(f"files.search: limit must be between 1 and 100, not {limit}")
        return self._call("search", "/" if path is None else path, ws, query=query, limit=limit)

    def write(self, path: str, content: Union[str, bytes], ws: Optional[str] = None) -> dict:
        """Creates or replaces the file and creates its directories; returns its entry."""
        if isinstance(content, str):
            return self._call("write", path, ws, content=content)
        if isinstance(content, (bytes, bytearray, memoryview)):
            text = base64.b64encode(content).decode("ascii")
            return self._call("write", path, ws, content=text, encoding="base64")
        raise TypeError(f"files.write: content must be str or bytes, not {type(content).__name__}")

    def list(self, path: str = "/", ws: Optional[str] = None, recursive: bool = False) -> _Dicts:
        """Returns the entries of a directory: dicts with path, name, type, size and more."""
        if not isinstance(recursive, bool):
            raise TypeError(f"files.list: recursive must be bool, not {type(recursive).__name__}")
        return self._call("list", path, ws, recursive=recursive)

    def delete(self, path: str, ws: Optional[str] = None) -> None:
        """Deletes a file, or a directory with all its contents."""
        self._call("delete", path, ws)

    def exists(self, path: str, ws: Optional[str] = None) -> bool:
        return self._call("exists", path, ws)

    def _call(self, verb: str, path: str, ws: Optional[str], **more):
        if not isinstance(path, str):
            raise TypeError(f"files.{verb}: path must be str, not {type(path).__name__}")
        if ws is not None and not isinstance(ws, str):
            raise TypeError(f"files.{verb}: ws must be a workspace's id (str) or None")
        return self._channel.call(f"files.{verb}", {"path": path, "ws": ws, **more})


def _text(verb: str, name: str, value: str) -> str:
    if not isinstance(value, str):
        raise TypeError(f"files.{verb}: {name} must be str, not {type(value).__name__}")
    return value


def _line(verb: str, name: str, value: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"files.{verb}: {name} must be int, not {type(value).__name__}")
    if not 1 <= value <= _MAX_LINE:
        raise ValueError(f"files.{verb}: {name} must be between 1 and {_MAX_LINE}, not {value}")
    return value
