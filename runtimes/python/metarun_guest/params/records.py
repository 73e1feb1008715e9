"""The schemas of a script's own classes: TypedDict, dataclass, Enum."""

import ast
import inspect
from collections.abc import Iterator
from typing import NamedTuple, Optional, Union

from ..strict_json import NotJson, strict
from .schemas import described, union
from .scope import Alias, Class, External, Scope

_MAX_DEFAULT_BYTES = 10_000
_TYPED_DICT = {"typing.TypedDict"}
_ENUMS = {"enum.Enum", "enum.IntEnum", "enum.StrEnum"}
_ENUM_MIXINS = {"builtins.str", "builtins.int", "builtins.object"}


class _Field(NamedTuple):
    annotation: ast.expr
    scope: Scope
    required: bool
    default: Optional[ast.expr] = None
    description: Optional[str] = None


_Fields = dict[str, _Field]


def record(converter, meaning: Union[Class, Alias]) -> dict:
    """Returns the schema of a class; {} for a class of any other kind."""
    if isinstance(meaning, Alias):
        fields = _functional_typed_dict(meaning)
        return {} if fields is None else _object(converter, fields)
    classes: list[Class] = []
    foreign: set[str] = set()
    if not _ancestry(meaning, classes, foreign):
        return {}
    if foreign & _ENUMS and foreign <= _ENUMS | _ENUM_MIXINS:
        return _enum(converter, classes)
    fields = {}
    if foreign == _TYPED_DICT:
        for one in classes:
            fields.update(_typed_dict_fields(one))
    elif foreign <= {"builtins.object"} and any(map(_is_dataclass, classes)):
        for one in filter(_is_dataclass, classes):
            if not _has_generated_init(one):
                return {}
            fields.update(_dataclass_fields(one))
    else:
        return {}
    return described(_object(converter, fields), ast.get_docstring(meaning.node))


def _object(converter, fields: _Fields) -> dict:
    properties = {}
    for name, field in fields.items():
        schema = described(converter.schema(field.annotation, field.scope), field.description)
        properties[name] = {**schema, **_default(field.default)}
    required = [name for name, field in fields.items() if field.required]
    return {
        "type": "object",
        "properties": properties,
        **({"required": required} if required else {}),
        "additionalProperties": False,
    }


def _ancestry(meaning: Class, classes: list[Class], foreign: set[str], below: tuple[str, ...] = ()) -> bool:
    """Collects a class and its bases, bases first, and names of foreign bases. Returns False if a base is unknown."""
    if any(meaning is one for one in classes):
        return True
    node = meaning.node
    if meaning.name in below or getattr(node, "type_params", None):
        return False
    if node.decorator_list and not _is_dataclass(meaning):
        return False
    for base in reversed(node.bases):
        known = meaning.scope.meaning(base)
        if isinstance(known, External):
            foreign.add(known.name)
        elif not isinstance(known, Class) or not _ancestry(known, classes, foreign, (*below, meaning.name)):
            return False
    classes.append(meaning)
    return True


def _annotated(meaning: Class) -> Iterator[tuple[ast.AnnAssign, str, Optional[str]]]:
    """Yields the fields in a class's body, each with its name and the docstring below it."""
    body = meaning.node.body
    for node, following in zip(body, [*body[1:], None]):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            value = following.value if isinstance(following, ast.Expr) else None
            text = value.value if isinstance(value, ast.Constant) else None
            yield node, node.target.id, inspect.cleandoc(text) if isinstance(text, str) else None


def _typed_dict_fields(meaning: Class) -> _Fields:
    scope = meaning.scope
    total = _is_total(meaning.node.keywords)
    return {
        name: _Field(node.annotation, scope, _is_required(node.annotation, scope, total), None, text)
        for node, name, text in _annotated(meaning)
    }


def _functional_typed_dict(alias: Alias) -> Optional[_Fields]:
    call = alias.value
    members = call.args[1] if isinstance(call, ast.Call) and len(call.args) == 2 else None
    if not isinstance(call, ast.Call) or not isinstance(members, ast.Dict):
        return None
    total = _is_total(call.keywords)
    fields: _Fields = {}
    for key, annotation in zip(members.keys, members.values):
        if not isinstance(key, ast.Constant) or not isinstance(key.value, str):
            return None
        required = _is_required(annotation, alias.scope, total)
        fields[key.value] = _Field(annotation, alias.scope, required)
    return fields


def _is_total(keywords: list[ast.keyword]) -> bool:
    values = [keyword.value for keyword in keywords if keyword.arg == "total"]
    return not any(isinstance(value, ast.Constant) and value.value is False for value in values)


def _is_required(annotation: ast.expr, scope: Scope, total: bool) -> bool:
    while isinstance(annotation, ast.Subscript):
        wrapper = scope.external(annotation.value)
        if wrapper in ("typing.Required", "typing.NotRequired"):
            return wrapper == "typing.Required"
        if wrapper not in ("typing.Annotated", "typing.ReadOnly"):
            break
        inner = annotation.slice
        annotation = inner.elts[0] if isinstance(inner, ast.Tuple) else inner
    return total


def _is_dataclass(meaning: Class) -> bool:
    decorators = [one.func if isinstance(one, ast.Call) else one for one in meaning.node.decorator_list]
    return [meaning.scope.external(one) for one in decorators] == ["dataclasses.dataclass"]


def _has_generated_init(meaning: Class) -> bool:
    [decorator] = meaning.node.decorator_list
    keywords = decorator.keywords if isinstance(decorator, ast.Call) else []
    return not _is_false(keywords, "init") and not any(
        isinstance(node, ast.FunctionDef) and node.name == "__init__" for node in meaning.node.body
    )


def _dataclass_fields(meaning: Class) -> _Fields:
    scope = meaning.scope
    fields: _Fields = {}
    for node, name, text in _annotated(meaning):
        annotation, value = node.annotation, node.value
        of = annotation.value if isinstance(annotation, ast.Subscript) else annotation
        if scope.external(of) in ("typing.ClassVar", "dataclasses.KW_ONLY"):
            continue
        required = value is None
        if isinstance(value, ast.Call) and scope.external(value.func) == "dataclasses.field":
            if _is_false(value.keywords, "init"):
                continue
            given = {keyword.arg: keyword.value for keyword in value.keywords}
            required = not given.keys() & {"default", "default_factory"}
            value = given.get("default") or _made_by(given.get("default_factory"), scope)
        fields[name] = _Field(annotation, scope, required, value, text)
    return fields


def _made_by(factory: Optional[ast.expr], scope: Scope) -> Optional[ast.expr]:
    """Returns the value of a simple `default_factory` such as `list` or `lambda: ["a"]`."""
    if isinstance(factory, ast.Lambda):
        return factory.body
    empty = {"builtins.list": "[]", "builtins.dict": "{}"}
    source = None if factory is None else empty.get(scope.external(factory))
    return None if source is None else ast.parse(source, mode="eval").body


def _is_false(keywords: list[ast.keyword], name: str) -> bool:
    values = [keyword.value for keyword in keywords if keyword.arg == name]
    return any(isinstance(value, ast.Constant) and value.value is False for value in values)


def _enum(converter, classes: list[Class]) -> dict:
    schemas = []
    for node in (node for one in classes for node in one.node.body):
        if isinstance(node, ast.Assign) and not getattr(node.targets[0], "id", "_").startswith("_"):
            try:
                value = ast.literal_eval(node.value)
            except (ValueError, TypeError):
                return {}
            if not isinstance(value, (str, int)):
                return {}
            schemas.append(converter.value(value))
    return union(schemas) if schemas else {}


def _default(node: Optional[ast.expr]) -> dict:
    """Returns the keyword if its value is a literal that JSON can represent."""
    if node is None:
        return {}
    try:
        return {"default": strict(ast.literal_eval(node), "default", _MAX_DEFAULT_BYTES)}
    except (ValueError, TypeError, NotJson):
        return {}
