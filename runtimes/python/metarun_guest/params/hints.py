"""Annotations at run time, on every version of Python."""

import collections.abc
import dataclasses
import datetime
import functools
import inspect
import sys
import types
import typing
import uuid

LISTS = (list, collections.abc.Sequence, collections.abc.MutableSequence, collections.abc.Collection)
SETS = {
    set: set,
    frozenset: frozenset,
    collections.abc.Set: frozenset,
    collections.abc.MutableSet: set,
}
DICTS = (dict, collections.abc.Mapping, collections.abc.MutableMapping)
UNIONS = (typing.Union, getattr(types, "UnionType", typing.Union))
# Classes whose values are text in params, and the functions that parse them.
TEXTS = {
    uuid.UUID: uuid.UUID,
    datetime.date: datetime.date.fromisoformat,
    datetime.time: lambda text: datetime.time.fromisoformat(_offset(text)),
    datetime.datetime: lambda text: datetime.datetime.fromisoformat(_offset(text)),
}
_WRAPPERS = ("Required", "NotRequired", "ReadOnly", "Final")


def first_hint(function):
    """Returns the annotation of the first parameter; Any without an annotation, or if it refers to an unknown name."""
    function = inspect.unwrap(function)
    code = getattr(function, "__code__", None)
    if code is None or code.co_argcount == 0:
        return typing.Any
    return _resolved(_annotations(function).get(code.co_varnames[0], typing.Any), function.__globals__)


@functools.cache
def read_hints(kind: type) -> dict:
    """Returns the annotations of a class's fields, by name."""
    try:
        return typing.get_type_hints(kind, include_extras=True)
    except Exception:
        # One of them refers to a name that exists for type checkers only; the others still count.
        return {
            name: _resolved(hint, vars(sys.modules[base.__module__]))
            for base in reversed(kind.__mro__)
            for name, hint in _annotations(base).items()
        }


def bare(hint):
    """Returns the type itself, without aliases and `Annotated`."""
    while True:
        origin = typing.get_origin(hint)
        if origin is typing.Annotated or getattr(origin, "_name", None) in _WRAPPERS:
            hint = typing.get_args(hint)[0]
        elif isinstance(hint, dataclasses.InitVar):
            hint = hint.type
        elif hasattr(hint, "__supertype__"):
            hint = hint.__supertype__
        elif type(hint).__name__ == "TypeAliasType":
            hint = hint.__value__
        else:
            return hint


def is_dataclass(hint) -> bool:
    return isinstance(hint, type) and dataclasses.is_dataclass(hint)


def is_typed_dict(hint) -> bool:
    return isinstance(hint, type) and issubclass(hint, dict) and hasattr(hint, "__required_keys__")


def _annotations(thing) -> dict:
    if sys.version_info < (3, 14):
        return getattr(thing, "__annotations__", None) or {}
    import annotationlib

    return annotationlib.get_annotations(thing, format=annotationlib.Format.FORWARDREF)


def _resolved(hint, names: dict):
    text = getattr(hint, "__forward_arg__", hint)
    if not isinstance(text, str):
        return hint
    try:
        return eval(text, names)
    except Exception:
        return typing.Any


def _offset(text: str) -> str:
    """Replaces a final `Z` with an offset: Python accepts `Z` for UTC only from 3.11 on."""
    return f"{text[:-1]}+00:00" if text[-1:] in ("Z", "z") else text
