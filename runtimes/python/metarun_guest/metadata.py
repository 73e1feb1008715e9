"""Reads a script's inline metadata (PEP 723): the Python version and packages that it needs. Executes nothing."""

import re
import sys
from typing import NamedTuple, Optional

# The regular expression of the standard.
_BLOCK = re.compile(r"(?m)^# /// (?P<type>[a-zA-Z0-9-]+)$\s(?P<content>(^#(| .*)$\s)+)^# ///$")
_AT_LINE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")
_MAX_DEPENDENCIES = 200
_MAX_LENGTH = 500

_NAME = r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?"
_CLAUSE = r"(?:~=|===?|!=|<=|>=|<|>)\s*[A-Za-z0-9.*+!_-]+"
_CLAUSES = rf"{_CLAUSE}(?:\s*,\s*{_CLAUSE})*\s*,?"
_WORDS = (
    "and|or|not|in|extra|os_name|sys_platform|python_version|python_full_version"
    "|implementation_(?:name|version)|platform_(?:machine|release|system|version|python_implementation)"
)
_MARKER = rf"""(?:\s*(?:[()]|~=|===?|!=|<=|>=|<|>|(?:{_WORDS})\b|'[^'\x00-\x1f]*'|"[^"\x00-\x1f]*"))+"""
_REQUIREMENT = re.compile(
    rf"(?P<name>{_NAME})\s*(?:\[\s*(?:{_NAME}(?:\s*,\s*{_NAME})*)?\s*\])?"
    rf"\s*(?:{_CLAUSES}|\(\s*{_CLAUSES}\s*\))?\s*(?:;{_MARKER})?\s*"
)
_ELSEWHERE = re.compile(r"(?i)://|\s@\s|^\S+@|^(?:\.|/|~)|^(?:git|hg|svn|bzr)\+|^[a-z]:\\")
_SPECIFIER = re.compile(r"(~=|===?|!=|<=|>=|<|>)\s*v?(\d+(?:\.\d+)*)(\.\*)?")


class Dependency(NamedTuple):
    """A requirement (PEP 508) and its line in the script."""

    requirement: str
    line: int


class BadMetadata(Exception):
    """Raised for invalid metadata. `errors` has the message and line of each error."""

    def __init__(self, *errors: tuple[str, int]) -> None:
        super().__init__(errors)
        self.errors = errors


def read_metadata(source: str) -> list[Dependency]:
    """Returns the dependencies of the script's `# /// script` block. Raises BadMetadata for a block that cannot be
    honoured.
    """
    # The standard's expression supports only one kind of line end.
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    blocks = [block for block in _BLOCK.finditer(source) if block.group("type") == "script"]
    if not blocks:
        return []
    first, *others = [source.count("\n", 0, block.start()) + 1 for block in blocks]
    if others:
        raise BadMetadata(*((f"A second `script` block; the first one begins in line {first}.", at) for at in others))
    content = blocks[0].group("content").removesuffix("\n").split("\n")
    return _Block(first, content).dependencies()


class _Block:
    """A metadata block. `first` is the line of the script where it begins, one before its content."""

    def __init__(self, first: int, content: list[str]) -> None:
        self._first = first
        self._lines = [line[2:] if line.startswith("# ") else line[1:] for line in content]

    def dependencies(self) -> list[Dependency]:
        table = self._parse()
        unknown = sorted(set(table) - {"dependencies", "requires-python", "tool"})
        if unknown:
            known = "`dependencies`, `requires-python` and `tool`"
            raise self._error(f"`{unknown[0]}` is not a field of a `script` block, which has {known}.", unknown[0])
        self._check_python(table.get("requires-python"))
        given = table.get("dependencies", [])
        if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
            raise self._error("`dependencies` must be a list of strings.", "dependencies")
        if len(given) > _MAX_DEPENDENCIES:
            raise self._error(f"`dependencies` has {len(given)} entries; {_MAX_DEPENDENCIES} are the most.", "dependencies")
        found = [Dependency(one.strip(), self._find_line(one)) for one in given]
        errors = [(error, one.line) for one in found for error in [_requirement_error(one.requirement)] if error]
        if errors:
            raise BadMetadata(*errors)
        return found

    def _parse(self) -> dict:
        if sys.version_info < (3, 11):
            here = ".".join(map(str, sys.version_info[:2]))
            message = f"A `script` block needs Python 3.11 or later; this installation has Python {here}."
            raise BadMetadata((message, self._first))
        import tomllib

        try:
            return tomllib.loads("\n".join(self._lines))
        except tomllib.TOMLDecodeError as error:
            at = _AT_LINE.search(str(error))
            line = int(at[1]) if at and at[1] else len(self._lines)
            words = _AT_LINE.sub("", str(error))
            raise BadMetadata((f"The `script` block is not valid TOML: {words}.", self._first + line)) from None

    def _check_python(self, wanted: Optional[str]) -> None:
        if wanted is None:
            return
        if not isinstance(wanted, str):
            raise self._error('`requires-python` must be a string, such as ">=3.11".', "requires-python")
        for clause in filter(None, (part.strip() for part in wanted.split(","))):
            match = _SPECIFIER.fullmatch(clause)
            if match is None or (match[3] and match[1] not in ("==", "!=")):
                message = f'`requires-python` has "{clause}", which is not a version specifier, such as ">=3.11".'
                raise self._error(message, "requires-python")
            if not _fits(match[1], match[2], bool(match[3])):
                here = ".".join(map(str, sys.version_info[:3]))
                message = f'The script requires Python "{wanted}"; this installation has Python {here}.'
                raise self._error(message, "requires-python")

    def _error(self, message: str, near: str) -> BadMetadata:
        return BadMetadata((message, self._find_line(near)))

    def _find_line(self, text: str) -> int:
        at = next((index for index, line in enumerate(self._lines) if text in line), -1)
        return self._first + 1 + at


def _requirement_error(requirement: str) -> Optional[str]:
    """Returns why a text cannot be a dependency; None if it can."""
    shown = f'"{requirement[:100]}"'
    if len(requirement) > _MAX_LENGTH:
        return f"{shown} is longer than {_MAX_LENGTH} characters."
    if requirement.startswith("-"):
        return f"{shown} is an option of the installer; dependencies are names of packages with versions."
    if _ELSEWHERE.search(requirement.partition(";")[0]):
        return f"{shown} leads to a URL or a path; dependencies come from the installation's package index, by name."
    if _REQUIREMENT.fullmatch(requirement) is None:
        return f'{shown} is not a requirement: write a name and versions, such as "requests>=2.31,<3".'
    return None


def _fits(operator: str, version: str, wildcard: bool) -> bool:
    """Returns whether this interpreter satisfies one clause of a version specifier (PEP 440)."""
    wanted = tuple(map(int, version.split(".")))
    here = _padded(tuple(sys.version_info[:3]), wanted)
    if wildcard:
        return (here[: len(wanted)] == wanted) == (operator == "==")
    if operator == "~=":
        return here >= _padded(wanted, here) and here[: len(wanted) - 1] == wanted[:-1]
    wanted = _padded(wanted, here)
    return {
        "==": here == wanted,
        "===": here == wanted,
        "!=": here != wanted,
        "<=": here <= wanted,
        ">=": here >= wanted,
        "<": here < wanted,
        ">": here > wanted,
    }[operator]


def _padded(version: tuple, like: tuple) -> tuple:
    return version + (0,) * (len(like) - len(version))
