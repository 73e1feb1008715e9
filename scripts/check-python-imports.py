"""Finds import cycles among Python modules: check-python-imports.py <folder>…, each as an entry of sys.path.

Imports within functions count. Prints each cycle and how many modules there are; exits 1 where there is a cycle, or a
folder without modules.
"""

import ast
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple


class Module(NamedTuple):
    name: str
    path: Path

    @property
    def package(self) -> str:
        """The package that its relative imports begin at."""
        return self.name if self.path.name == "__init__.py" else self.name.rpartition(".")[0]


def modules_below(folder: Path) -> list[Module]:
    return [Module(_find_name(path.relative_to(folder)), path) for path in sorted(folder.rglob("*.py"))]


def _find_name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported_by(module: Module) -> Iterator[str]:
    """Returns dotted names; the last part may be a module, or what is in one."""
    for node in ast.walk(ast.parse(module.path.read_bytes(), str(module.path))):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = _find_origin(node, module.package)
            yield from (f"{origin}.{one.name}" for one in node.names)


def _find_origin(node: ast.ImportFrom, package: str) -> str:
    if node.level == 0:
        return node.module or ""
    above = package.split(".")[: len(package.split(".")) - node.level + 1]
    return ".".join([*above, *([node.module] if node.module else [])])


def loaded_by(importer: str, name: str, known: dict[str, Path]) -> Iterator[Path]:
    """Returns the modules that an import loads: what it names, and the packages around that unless they are loaded."""
    parts = name.split(".")
    prefixes = [".".join(parts[:count]) for count in range(len(parts), 0, -1)]
    target, *packages = [prefix for prefix in prefixes if prefix in known] or [importer]
    for found in (target, *(one for one in packages if not importer.startswith(f"{one}."))):
        if found != importer:
            yield known[found]


def find_cycles(graph: dict[str, list[str]]) -> Iterator[list[str]]:
    """Returns one cycle after the other, and takes out the first import of each."""
    while True:
        try:
            TopologicalSorter(graph).prepare()
            return
        except CycleError as error:
            cycle = error.args[1][::-1]
            yield cycle
            graph[cycle[0]].remove(cycle[1])


def main(folders: list[str]) -> int:
    found = {folder: modules_below(Path(folder)) for folder in folders}
    modules = [module for below in found.values() for module in below]
    known = {module.name: module.path for module in reversed(modules)}
    graph = {
        str(module.path): sorted({str(path) for name in imported_by(module) for path in loaded_by(module.name, name, known)})
        for module in modules
    }
    errors = [" -> ".join(cycle) for cycle in find_cycles(graph)]
    errors += [f"{folder} has no modules" for folder, below in found.items() if not below]
    print("\n".join([*errors, f"{len(modules)} modules"]))
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
