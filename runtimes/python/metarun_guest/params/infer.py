"""The JSON Schema of a script's params, from the annotation of `run`'s first parameter."""

import ast
from typing import Optional
from urllib.parse import unquote

from ..strict_json import strict
from .annotations import Converter, TooLarge
from .schemas import described, union
from .scope import Scope

# The host's limit.
_MAX_SCHEMA_BYTES = 256 * 1024


def infer_params_schema(tree: ast.Module, run) -> Optional[dict]:
    """Returns the schema; None if neither the annotation describes an object's members nor a docstring describes the
    function.

    `run` is its definition in the tree.
    """
    text = ast.get_docstring(run)
    schema = _typed_schema(tree, run)
    if schema is None:
        schema = described({"type": "object"}, text)
        return schema if "description" in schema else None
    return schema if "description" in schema else described(schema, text)


def _typed_schema(tree: ast.Module, run) -> Optional[dict]:
    positional = [*run.args.posonlyargs, *run.args.args]
    # A decorator may change the parameters.
    if run.decorator_list or not positional or positional[0].annotation is None:
        return None
    converter = Converter()
    try:
        schema = converter.schema(positional[0].annotation, Scope(tree.body))
        schema = _of_object(schema, converter.defs)
        if schema is None or schema == {"type": "object"}:
            return None
        schema = _inlined(schema, converter)
        defs = converter.defs
        # Text that JSON cannot represent must be found here: the code after this only sends it.
        return strict({**schema, **({"$defs": defs} if defs else {})}, "schema", _MAX_SCHEMA_BYTES)
    except (TooLarge, RecursionError, MemoryError, ValueError):
        return None


def _of_object(schema: dict, defs: dict[str, dict], following: tuple[str, ...] = ()) -> Optional[dict]:
    """Returns the part of a schema that applies to objects, since params always are; None if nothing or everything is
    allowed.
    """
    name = _name(schema)
    if name is not None:
        known = name not in following and _of_object(defs[name], defs, (*following, name))
        return schema if known else None
    if "anyOf" in schema:
        branches = [_of_object(branch, defs, following) for branch in schema["anyOf"]]
        kept = [branch for branch in branches if branch is not None]
        return union(kept) if kept else None
    kind = schema.get("type")
    if isinstance(kind, list) and "object" in kind:
        return {"type": "object"}
    return schema if kind == "object" else None


def _inlined(schema: dict, converter: Converter) -> dict:
    """Inlines a schema that is referenced only once."""
    name = _name(schema)
    if name is None or converter.references[name] > 1:
        return schema
    siblings = {key: value for key, value in schema.items() if key != "$ref"}
    return {**converter.defs.pop(name), **siblings}


def _name(schema: dict) -> Optional[str]:
    reference = schema.get("$ref")
    return None if reference is None else unquote(reference.rpartition("/")[2])
