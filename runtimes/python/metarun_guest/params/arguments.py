"""Converts the params of `run` to the types of its annotation: dataclasses, Enum members, dates, sets, tuples."""

import enum
import typing

from .fitting import Fitting
from .hints import DICTS, LISTS, SETS, TEXTS, UNIONS, bare, first_hint, is_dataclass, is_typed_dict, read_hints


def typed(run, params: dict):
    """Returns `params` converted to the annotation of `run`'s first parameter. Parts without a type stay plain JSON.

    Raises ValueError for a value that does not fit, TypeError for unknown or missing members of a dataclass.
    """
    hint = first_hint(run)
    return params if hint is typing.Any else _Conversion().convert(hint, params, "params")


class _Conversion:
    def __init__(self) -> None:
        self._fitting = Fitting()

    def convert(self, hint, value, where: str):
        hint = bare(hint)
        origin, args = typing.get_origin(hint), typing.get_args(hint)
        if origin in UNIONS:
            return self.convert(self._fitting.member(args, value), value, where)
        if isinstance(value, dict):
            return self._object(hint, origin, args, value, where)
        if isinstance(value, list):
            return self._array(hint if origin is None else origin, args, value, where)
        return self._scalar(hint, value, where)

    def _object(self, hint, origin, args, value: dict, where: str):
        if is_dataclass(hint):
            members = self._members(hint, value, where)
            try:
                return hint(**members)
            except TypeError as error:
                # The script's own error, from `__post_init__`, keeps its stack.
                if error.__traceback__ is not None and error.__traceback__.tb_next is not None:
                    raise
                raise TypeError(f"{where}: {error}") from None
        if is_typed_dict(hint):
            return self._members(hint, value, where)
        if origin in DICTS and len(args) == 2:
            return {key: self.convert(args[1], item, f"{where}/{key}") for key, item in value.items()}
        return value

    def _members(self, kind: type, value: dict, where: str) -> dict:
        hints = read_hints(kind)
        return {key: self.convert(hints.get(key, typing.Any), item, f"{where}/{key}") for key, item in value.items()}

    def _array(self, kind, args, value: list, where: str):
        if kind is tuple:
            hints = args[:1] * len(value) if len(args) == 2 and args[1] is ... else args
            if hints and len(hints) != len(value):
                raise ValueError(f"{where} must have {len(hints)} items, not {len(value)}")
            return tuple(self._items(hints or [typing.Any] * len(value), value, where))
        if kind in LISTS or kind in SETS:
            items = self._items((args or (typing.Any,))[:1] * len(value), value, where)
            return SETS.get(kind, list)(items)
        return value

    def _items(self, hints, values: list, where: str) -> list:
        pairs = enumerate(zip(hints, values))
        return [self.convert(hint, value, f"{where}/{index}") for index, (hint, value) in pairs]

    def _scalar(self, hint, value, where: str):
        try:
            if isinstance(hint, type) and issubclass(hint, enum.Enum):
                return hint(value)
            if isinstance(value, str) and isinstance(hint, type) and hint in TEXTS:
                return TEXTS[hint](value)
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from None
        return value
