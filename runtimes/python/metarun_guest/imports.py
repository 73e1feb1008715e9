"""Finds imports that fail, from the text of a script and its further files."""

import ast
import sys
from collections.abc import Collection, Iterator
from typing import NamedTuple, Optional

from .script_files import Script, module_file

# Modules that every run has in addition to the standard library.
_OWN = ("metarun", "workflow", "__main__")


class Import(NamedTuple):
    """An import that fails. `certain`: every run reaches it. `file` is "" for the script itself."""

    file: str
    message: str
    line: int
    column: int
    certain: bool


def failing_imports(script: Script, tree: ast.Module, has_packages: bool) -> list[Import]:
    """Returns the imports of modules that belong neither to Python nor to the script.

    With packages, whose modules are unknown before they are installed, only imports of the script's own files are
    checked.
    """
    found: list[Import] = []
    trees = {"": tree}
    seen: dict[str, bool] = {}
    todo = [("", True)]
    while todo:
        file, reached = todo.pop()
        if seen.get(file, False) or (file in seen and not reached):
            continue
        found = [one for one in found if one.file != file]
        seen[file] = reached
        if file not in trees:
            trees[file] = ast.parse(script.files[file].source, file)
        for module, node, always in _imports(trees[file], file):
            certain = bool(always and reached)
            message = None if always is None else _failure(script, module, has_packages)
            if message is not None:
                found.append(Import(file, message, node.lineno, node.col_offset + 1, certain))
            todo += [(path, certain) for path in _list_files(script, module)]
    return found


def _imports(tree: ast.Module, file: str) -> Iterator[tuple[str, ast.stmt, Optional[bool]]]:
    """Yields the names of imported modules. A relative import that leads nowhere begins with a dot."""
    for node, always in _statements(tree.body, True):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield name.name, node, always
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(node, file)
            yield base, node, always
            for name in node.names:
                # It may be a module of the package or a name in it: it is followed, but never reported as missing.
                yield f"{base}.{name.name}:", node, always


def _statements(body, always: Optional[bool]) -> Iterator[tuple[ast.stmt, Optional[bool]]]:
    """Yields all statements, with whether they run whenever the module does; None if a failure is expected."""
    for node in body:
        yield node, always
        for inner, reached in _blocks(node, always):
            yield from _statements(inner, reached)


def _blocks(node: ast.stmt, always: Optional[bool]) -> Iterator[tuple[list, Optional[bool]]]:
    inside = always and isinstance(node, (ast.With, ast.ClassDef, ast.Try))
    # Another branch of the same statement provides the missing module, or no run reaches it.
    expected = getattr(node, "handlers", None) or _is_type_checking(getattr(node, "test", None))
    for field in ("body", "orelse", "finalbody"):
        inner = getattr(node, field, None)
        if isinstance(inner, list):
            yield inner, None if expected or always is None else inside
    for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield part.body, None if expected or always is None else False


def _is_type_checking(test) -> bool:
    return getattr(test, "id", getattr(test, "attr", None)) == "TYPE_CHECKING"


def _absolute(node: ast.ImportFrom, file: str) -> str:
    if not node.level:
        return node.module or ""
    folders = file.split("/")[:-1]
    kept = folders[: len(folders) - (node.level - 1)]
    if not folders or node.level > len(folders):
        return "." * node.level + (node.module or "")
    return ".".join([*kept, *([node.module] if node.module else [])])


def _list_files(script: Script, module: str) -> Iterator[str]:
    """Yields the files that an import of the module runs."""
    parts = module.rstrip(":").split(".")
    for count in range(1, len(parts) + 1):
        path = module_file(script.files, ".".join(parts[:count]))
        if path:
            yield path


def _failure(script: Script, module: str, has_packages: bool) -> Optional[str]:
    if module.endswith(":"):
        return None
    if module.startswith("."):
        name = module.lstrip(".")
        return f"the script is in no package: write `from {name or 'helpers'} import …` without the point"
    top = module.split(".")[0]
    if module_file(script.files, top) is not None:
        if top in _standard():
            return f'"{top}" is a module of the standard library: give your own file another name'
        if module_file(script.files, module) is not None:
            return None
        return f'there is no module "{module}" beside the script: put {module.replace(".", "/")}.py there'
    if has_packages or top in _OWN or top in _standard():
        return None
    return (
        f'there is no module "{top}": it is not of the standard library. If it is a package, add it to `dependencies` in a '
        f"`# /// script` block at the top of the script; if it is your own file, put {top}.py beside the script"
    )


def _standard() -> Collection[str]:
    names = getattr(sys, "stdlib_module_names", None)
    return _Findable() if names is None else names


class _Findable(Collection):
    """The modules of a Python without a list of them: those that can be found. This process has no packages."""

    def __contains__(self, name) -> bool:
        import importlib.util

        return importlib.util.find_spec(name) is not None

    def __iter__(self):
        return iter(())

    def __len__(self) -> int:
        return 0
