"""The further files of a script, which are at the end of its text, and the imports of them.

The script is followed by `#|metarun-files`, then for each file by `#|file helpers.py` and its lines, each prefixed with
`#|>`. All of that is comments, so the lines of the script keep their numbers.
"""

import sys
import types
from importlib.machinery import ModuleSpec
from typing import Any, NamedTuple, Optional

_HEAD = "#|metarun-files"
_FILE = "#|file "
_LINE = "#|>"
_MAX_FILES = 200
_MAX_PATH = 200


class BadFiles(ValueError):
    """Raised if the part after the script cannot be read. `line` is a line of the whole text."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


class ScriptFile(NamedTuple):
    """The text of a file. `first` is the line before its first one, in the whole text."""

    source: str
    first: int


class Script(NamedTuple):
    """The script itself, and its further files by path, such as "lib/dates.py"."""

    source: str
    files: dict[str, ScriptFile]


def split_script(text: str) -> Script:
    """Returns the parts of a script's text. Raises BadFiles."""
    if _HEAD not in text:
        return Script(text, {})
    lines = text.split("\n")
    head = next((index for index, line in enumerate(lines) if line == _HEAD), None)
    if head is None:
        return Script(text, {})
    found: dict[str, tuple[list[str], int]] = {}
    own: Optional[list[str]] = None
    for number, line in enumerate(lines[head + 1 :], start=head + 2):
        if line.startswith(_LINE) and own is not None:
            own.append(line[len(_LINE) :])
        elif line.startswith(_FILE):
            path = line[len(_FILE) :]
            _check_path(path, found, number)
            own = []
            found[path] = own, number
        elif line:
            raise BadFiles(f'Behind "{_HEAD}" there are only lines that begin with "{_FILE}" or "{_LINE}".', number)
    files = {path: ScriptFile("\n".join(own) + "\n", first) for path, (own, first) in found.items()}
    return Script("\n".join(lines[:head]) + "\n", files)


def join_file(script: str, path: str, source: str) -> str:
    """Returns the text of a script with one further file, whose lines end in LF."""
    return "\n".join([script, _HEAD, _FILE + path, *(_LINE + line for line in source.split("\n"))]) + "\n"


def _check_path(path: str, known: dict, line: int) -> None:
    *folders, name = path.split("/")
    stem, ending = name[:-3], name[-3:]
    if ending != ".py" or len(path) > _MAX_PATH or not all(part.isidentifier() for part in (*folders, stem)):
        raise BadFiles(f'"{path[:_MAX_PATH]}" is not a path of a Python file below the script, such as lib/dates.py.', line)
    if path in known:
        raise BadFiles(f'"{path}" is there twice.', line)
    if len(known) >= _MAX_FILES:
        raise BadFiles(f"A script may have {_MAX_FILES} further files.", line)


def module_file(files: dict[str, ScriptFile], name: str) -> Optional[str]:
    """Returns the path of a module's file; "" for a package folder without a file; None if the module does not exist."""
    place = name.replace(".", "/")
    for path in (f"{place}/__init__.py", f"{place}.py"):
        if path in files:
            return path
    return "" if any(path.startswith(f"{place}/") for path in files) else None


def install(files: dict[str, ScriptFile]) -> None:
    """Lets this process import the files, and tracebacks show their lines."""
    # Imported only here: few scripts have files, and each import takes time in every run.
    import linecache

    for path, (source, _) in files.items():
        linecache.cache[path] = (len(source), None, source.splitlines(True), path)
    sys.meta_path.insert(0, _Finder(files))


class _Finder:
    def __init__(self, files: dict[str, ScriptFile]) -> None:
        self._files = files

    def find_spec(self, name: str, _path=None, _target=None) -> Optional[ModuleSpec]:
        path = module_file(self._files, name)
        if path is None:
            return None
        is_package = path == "" or path.endswith("/__init__.py")
        loader: Any = None if path == "" else _Loader(path, self._files[path].source)
        spec = ModuleSpec(name, loader, origin=path or None, is_package=is_package)
        if is_package:
            spec.submodule_search_locations = [name.replace(".", "/")]
        spec.has_location = path != ""
        return spec


class _Loader:
    def __init__(self, path: str, source: str) -> None:
        self._path = path
        self._source = source

    def create_module(self, _spec):
        return None

    def exec_module(self, module) -> None:
        exec(self.get_code(module.__name__), module.__dict__)

    def get_code(self, _name: str) -> types.CodeType:
        return compile(self._source, self._path, "exec", dont_inherit=True)

    def get_source(self, _name: str) -> str:
        return self._source
