"""Finds the member of a union type that a value is meant for."""

import dataclasses
import enum
import typing

from .hints import DICTS, LISTS, SETS, TEXTS, UNIONS, bare, is_dataclass, is_typed_dict, read_hints

_PLAIN = {str: str, bool: bool, int: int, float: (int, float), type(None): type(None)}


class Fitting:
    """Keeps results for the values of one document: nested unions would repeat the same checks many times."""

    def __init__(self) -> None:
        self._found = {}

    def member(self, hints, value):
        """Returns the first type that the value fits, otherwise Any."""
        return next((hint for hint in hints if self.fits(hint, value)), typing.Any)

    def fits(self, hint, value) -> bool:
        key = (id(hint), id(value))
        if key not in self._found:
            # The hint is kept as well, so that no other hint gets its id.
            self._found[key] = (self._fits(bare(hint), value), hint)
        return self._found[key][0]

    def _fits(self, hint, value) -> bool:
        origin, args = typing.get_origin(hint), typing.get_args(hint)
        if origin is typing.Literal:
            return any(type(value) is type(known) and value == known for known in args)
        if origin in UNIONS:
            return any(self.fits(one, value) for one in args)
        if is_dataclass(hint):
            fields = [field for field in dataclasses.fields(hint) if field.init]
            missing = dataclasses.MISSING
            required = {one.name for one in fields if one.default is one.default_factory is missing}
            return self._fits_members(read_hints(hint), required, value)
        if is_typed_dict(hint):
            return self._fits_members(read_hints(hint), hint.__required_keys__, value)
        kind = hint if origin is None else origin
        if not isinstance(kind, type):
            return True
        if kind in DICTS:
            return isinstance(value, dict) and (len(args) < 2 or all(self.fits(args[1], item) for item in value.values()))
        if kind in LISTS or kind in SETS:
            return isinstance(value, list) and (not args or all(self.fits(args[0], item) for item in value))
        if kind is tuple:
            return isinstance(value, list) and (not args or args[-1] is ... or len(args) == len(value))
        if kind in _PLAIN:
            return isinstance(value, _PLAIN[kind]) and (kind is bool or not isinstance(value, bool))
        return self._can_be_read(kind, value)

    def _fits_members(self, hints: dict, required, value) -> bool:
        return (
            isinstance(value, dict)
            and set(required) <= value.keys() <= hints.keys()
            and all(self.fits(hints[key], item) for key, item in value.items())
        )

    def _can_be_read(self, kind: type, value) -> bool:
        try:
            if issubclass(kind, enum.Enum):
                kind(value)
            elif kind in TEXTS:
                TEXTS[kind](value)
        except (ValueError, TypeError, AttributeError):
            return False
        return True
