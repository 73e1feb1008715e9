"""Resolves the names in a script, as far as its text shows their meaning."""

import ast
import sys
from collections.abc import Iterator
from typing import NamedTuple, Optional, Union

# Modules whose members count as members of `typing`, so that each has one canonical name.
_SAME_AS_TYPING = ("typing_extensions", "collections.abc", "collections")


class External(NamedTuple):
    """A member of another module, or a builtin, such as `typing.Optional` or `builtins.str`."""

    name: str


class Class(NamedTuple):
    name: str
    node: ast.ClassDef
    scope: "Scope"


class Alias(NamedTuple):
    """A name for an expression, which may be a type."""

    name: str
    value: ast.expr
    scope: "Scope"


Meaning = Union[External, Class, Alias, None]


class Scope:
    """The top level of a script, or the body of one of its classes."""

    def __init__(self, body, parent: Optional["Scope"] = None, path: str = "") -> None:
        self._parent = parent
        self._path = path
        self._star: Optional[str] = None
        self._names: dict[str, Meaning] = {}
        for statement in _statements(body):
            self._bind(statement)

    def meaning(self, node: ast.expr) -> Meaning:
        """Returns the meaning of a name; None if it is unknown."""
        if isinstance(node, ast.Name):
            return self._look_up(node.id)
        if isinstance(node, ast.Attribute):
            owner = self.meaning(node.value)
            if isinstance(owner, External):
                return _external(f"{owner.name}.{node.attr}")
            if isinstance(owner, Class):
                return owner.scope._names.get(node.attr)
        return None

    def external(self, node: ast.expr) -> str:
        """Returns the name of the external member that `node` refers to, or ""."""
        found = self.meaning(node)
        return found.name if isinstance(found, External) else ""

    def _look_up(self, name: str) -> Meaning:
        if name in self._names:
            return self._names[name]
        if self._parent is not None:
            return self._parent._look_up(name)
        if self._star is not None and name[:1].isupper():
            return _external(f"{self._star}.{name}")
        return External(f"builtins.{name}")

    def _bind(self, node: ast.stmt) -> None:
        if isinstance(node, ast.ClassDef):
            name = self._path + node.name
            self._names[node.name] = Class(name, node, Scope(node.body, self, f"{name}."))
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            self._names[node.name] = None
        elif isinstance(node, ast.Import):
            for one in node.names:
                name = one.asname or one.name.partition(".")[0]
                self._names[name] = _external(one.name if one.asname else name)
        elif isinstance(node, ast.ImportFrom):
            self._bind_imported(node)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                self._bind_value(target, node.value)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            self._bind_value(node.target, node.value)
        elif sys.version_info >= (3, 12) and isinstance(node, ast.TypeAlias):
            self._bind_value(node.name, None if node.type_params else node.value)

    def _bind_imported(self, node: ast.ImportFrom) -> None:
        for one in node.names:
            if one.name == "*":
                self._star = node.module
            else:
                known = node.module is not None and node.level == 0
                self._names[one.asname or one.name] = _external(f"{node.module}.{one.name}") if known else None

    def _bind_value(self, target: ast.expr, value: Optional[ast.expr]) -> None:
        if isinstance(target, ast.Name):
            name = self._path + target.id
            self._names[target.id] = None if value is None else Alias(name, value, self)


def _external(name: str) -> External:
    module, _, rest = name.rpartition(".")
    return External(f"typing.{rest}" if module in _SAME_AS_TYPING else name)


def _statements(body) -> Iterator[ast.stmt]:
    """Yields statements, including those within `if TYPE_CHECKING:` and `try:`, in the order of the text."""
    for node in body:
        yield node
        if isinstance(node, (ast.If, ast.Try)):
            yield from _statements(node.body)
            for handler in getattr(node, "handlers", ()):
                yield from _statements(handler.body)
            yield from _statements(node.orelse)
