"""Creates JSON Schemas from the annotations in a script's text. Imports and runs nothing of the script."""

import ast
from typing import Callable, Optional
from urllib.parse import quote

from .records import record
from .schemas import NULL, described, literals, union
from .scope import Alias, Class, External, Scope

# Maximum number of types that are read; as many schemas would exceed the host's limit on values.
_MAX_STEPS = 3_000

_PLAIN = {
    "builtins.str": {"type": "string"},
    "builtins.int": {"type": "integer"},
    "builtins.float": {"type": "number"},
    "builtins.bool": {"type": "boolean"},
    "builtins.list": {"type": "array"},
    "builtins.tuple": {"type": "array"},
    "builtins.dict": {"type": "object"},
    "builtins.set": {"type": "array", "uniqueItems": True},
    "datetime.date": {"type": "string", "format": "date"},
    "datetime.datetime": {"type": "string", "format": "date-time"},
    "datetime.time": {"type": "string", "format": "time"},
    "uuid.UUID": {"type": "string", "format": "uuid"},
}
_SAME = {
    "builtins.frozenset": "builtins.set",
    "typing.List": "builtins.list",
    "typing.Sequence": "builtins.list",
    "typing.MutableSequence": "builtins.list",
    "typing.Collection": "builtins.list",
    "typing.Iterable": "builtins.list",
    "typing.Tuple": "builtins.tuple",
    "typing.Dict": "builtins.dict",
    "typing.Mapping": "builtins.dict",
    "typing.MutableMapping": "builtins.dict",
    "typing.Set": "builtins.set",
    "typing.FrozenSet": "builtins.set",
    "typing.AbstractSet": "builtins.set",
    "typing.MutableSet": "builtins.set",
}
# Wrappers around a type that only describe the use of a field.
_WRAPPERS = ("typing.Required", "typing.NotRequired", "typing.ReadOnly", "typing.Final", "dataclasses.InitVar")


class TooLarge(Exception):
    """Raised if the types need more than a schema may contain."""


class Converter:
    """Converts annotations to schemas. `defs` collects the schemas of types that are referred to by name."""

    def __init__(self) -> None:
        self.defs: dict[str, dict] = {}
        self.references: dict[str, int] = {}
        self._open: set[str] = set()
        self._steps = 0

    def schema(self, node: Optional[ast.expr], scope: Scope) -> dict:
        """Returns the schema of a type; {} if it is unknown."""
        self._step()
        if isinstance(node, ast.Constant):
            return self._constant(node.value, scope)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return union([self.schema(one, scope) for one in _operands(node)])
        if isinstance(node, ast.Subscript):
            return self._subscript(node, scope)
        if isinstance(node, ast.Call):
            return self._called(node, scope)
        if not isinstance(node, (ast.Name, ast.Attribute)):
            return {}
        meaning = scope.meaning(node)
        if isinstance(meaning, External):
            return dict(_PLAIN.get(_SAME.get(meaning.name, meaning.name), {}))
        if isinstance(meaning, Alias):
            return self._alias(meaning)
        if isinstance(meaning, Class):
            return self.named(meaning.name, lambda: record(self, meaning))
        return {}

    def named(self, name: str, make: Callable[[], dict]) -> dict:
        """Returns a reference if the type is an object or recursive; otherwise the schema that `make` returns."""
        reference = {"$ref": f"#/$defs/{quote(name, safe='')}"}
        if name not in self.defs and name not in self._open:
            self._open.add(name)
            made = make()
            self._open.discard(name)
            if "properties" not in made and name not in self.references:
                return made
            self.defs[name] = {} if made == reference else made
        self.references[name] = self.references.get(name, 0) + 1
        return reference

    def value(self, value) -> dict:
        self._step()
        return literals([value])

    def _step(self) -> None:
        """Counts the parts of a schema, so that the expansion of types that repeatedly refer to each other ends."""
        self._steps += 1
        if self._steps > _MAX_STEPS:
            raise TooLarge

    def _alias(self, alias: Alias) -> dict:
        value = alias.value
        if isinstance(value, ast.Call) and alias.scope.external(value.func) == "typing.TypedDict":
            return self.named(alias.name, lambda: record(self, alias))
        return self.named(alias.name, lambda: self.schema(value, alias.scope))

    def _constant(self, value, scope: Scope) -> dict:
        if value is None:
            return dict(NULL)
        if not isinstance(value, str):
            return {}
        try:
            return self.schema(ast.parse(value.strip(), mode="eval").body, scope)
        except (SyntaxError, ValueError):
            return {}

    def _called(self, node: ast.Call, scope: Scope) -> dict:
        is_new_type = scope.external(node.func) == "typing.NewType" and len(node.args) == 2
        return self.schema(node.args[1], scope) if is_new_type else {}

    def _subscript(self, node: ast.Subscript, scope: Scope) -> dict:
        name = scope.external(node.value)
        name = _SAME.get(name, name)
        args = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if name == "typing.Optional":
            return union([self.schema(args[0], scope), dict(NULL)])
        if name == "typing.Union":
            return union([self.schema(arg, scope) for arg in args])
        if name == "typing.Literal":
            return self._literal(args)
        if name == "typing.Annotated":
            texts = (arg.value for arg in args[1:] if isinstance(arg, ast.Constant))
            text = next((text for text in texts if isinstance(text, str)), None)
            return described(self.schema(args[0], scope), text)
        if name in _WRAPPERS:
            return self.schema(args[0], scope)
        if name == "builtins.tuple":
            return self._tuple(args, scope)
        if name in ("builtins.list", "builtins.set"):
            items = self.schema(args[0], scope)
            return {**_PLAIN[name], **({"items": items} if items else {})}
        if name == "builtins.dict":
            values = self.schema(args[1], scope) if len(args) == 2 else {}
            return {"type": "object", **({"additionalProperties": values} if values else {})}
        return {}

    def _literal(self, args: list[ast.expr]) -> dict:
        schemas = []
        for arg in args:
            try:
                value = ast.literal_eval(arg)
            except (ValueError, TypeError):
                return {}
            if value is not None and not isinstance(value, (str, int)):
                return {}
            schemas.append(self.value(value))
        return union(schemas)

    def _tuple(self, args: list[ast.expr], scope: Scope) -> dict:
        if len(args) == 2 and isinstance(args[1], ast.Constant) and args[1].value is ...:
            items = self.schema(args[0], scope)
            return {"type": "array", **({"items": items} if items else {})}
        if not args:
            return {"type": "array", "maxItems": 0}
        items = [self.schema(arg, scope) for arg in args]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}


def _operands(node: ast.expr) -> list[ast.expr]:
    """Returns the members of `a | b | c`, which is nested to the left, without recursion: it may be long."""
    found = []
    while isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        found.append(node.right)
        node = node.left
    return [node, *reversed(found)]
