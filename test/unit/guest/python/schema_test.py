"""The schema of params, from the text of a script."""

import unittest

from metarun_guest.check import check

HEAD = """from __future__ import annotations
import datetime as dt, enum, typing, uuid
import typing as t
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field
from enum import Enum, IntEnum
from typing import *
"""
TEXT = {"type": "string"}
WHOLE = {"type": "integer"}

# The type of a member, and its schema.
TYPES = [
    ("str", TEXT),
    ("int", WHOLE),
    ("float", {"type": "number"}),
    ("bool", {"type": "boolean"}),
    ("None", {"type": "null"}),
    ("list", {"type": "array"}),
    ("dict", {"type": "object"}),
    ("set", {"type": "array", "uniqueItems": True}),
    ("frozenset[int]", {"type": "array", "uniqueItems": True, "items": WHOLE}),
    ("list[int]", {"type": "array", "items": WHOLE}),
    ("list[Any]", {"type": "array"}),
    ("t.List[int]", {"type": "array", "items": WHOLE}),
    ("typing.Iterable[int]", {"type": "array", "items": WHOLE}),
    ("Sequence[int]", {"type": "array", "items": WHOLE}),
    ("tuple", {"type": "array"}),
    ("tuple[()]", {"type": "array", "maxItems": 0}),
    ("tuple[int, ...]", {"type": "array", "items": WHOLE}),
    ("tuple[Any, ...]", {"type": "array"}),
    ("tuple[int, str]", {"type": "array", "prefixItems": [WHOLE, TEXT], "minItems": 2, "maxItems": 2}),
    ("dict[str, int]", {"type": "object", "additionalProperties": WHOLE}),
    ("dict[str, Any]", {"type": "object"}),
    ("Mapping[str, int]", {"type": "object", "additionalProperties": WHOLE}),
    ("dt.date", {"type": "string", "format": "date"}),
    ("dt.datetime", {"type": "string", "format": "date-time"}),
    ("dt.time", {"type": "string", "format": "time"}),
    ("uuid.UUID", {"type": "string", "format": "uuid"}),
    ("Optional[int]", {"type": ["integer", "null"]}),
    ("int | None", {"type": ["integer", "null"]}),
    ("int | str | None", {"type": ["integer", "string", "null"]}),
    ("Union[int, str, int]", {"type": ["integer", "string"]}),
    ("int | list[int]", {"anyOf": [WHOLE, {"type": "array", "items": WHOLE}]}),
    ("list[int] | list[int]", {"type": "array", "items": WHOLE}),
    ("int | Any", {}),
    ('Literal["a"]', {"const": "a"}),
    ('Literal["a", 1, None]', {"enum": ["a", 1, None]}),
    ('Literal["a"] | None', {"enum": ["a", None]}),
    ('Literal["a"] | Literal["b", "a"]', {"enum": ["a", "b"]}),
    ("Literal[True, 1]", {"enum": [True, 1]}),
    ('Literal["a"] | int', {"anyOf": [{"const": "a"}, WHOLE]}),
    ("Literal[1.5]", {}),
    ("Literal[x]", {}),
    ('Annotated[int, 5, "a number", "more"]', {"type": "integer", "description": "a number"}),
    ("Annotated[int, 5]", WHOLE),
    ("Final[int]", WHOLE),
    ('"int"', WHOLE),
    ('" int | None "', {"type": ["integer", "null"]}),
    ('"int |"', {}),
    ("5", {}),
    ("Callable", {}),
    ("unknown.Thing", {}),
    ("Missing", {}),
    ("Alias", WHOLE),
    ("Id", WHOLE),
    ("Level", {"enum": ["low", "high"]}),
    ("Number", {"const": 1}),
    ("Odd", {}),
    ("Empty", {}),
    ("Outer.Inner", TEXT),
    ("Plain", {}),
    ("Decorated", {}),
    ("OwnInit", {}),
    ("NoInit", {}),
    ("f()", {}),
    ("-1", {}),
]
KNOWN = """
Alias = int
Id = NewType("Id", int)
class Level(str, Enum):
    LOW = "low"
    HIGH = "high"
    _ignore_ = []
    def f(self): ...
class Number(IntEnum):
    ONE = 1
class Odd(Enum):
    A = object()
class Empty(Enum): ...
class Outer:
    Inner = str
class Plain:
    x: int
@other
class Decorated(TypedDict):
    x: int
@dataclass
class OwnInit:
    x: int
    def __init__(self): ...
@dataclass(init=False)
class NoInit:
    x: int
"""


def inferred(source):
    checked = check(HEAD + source)
    assert checked.diagnostics == [], checked.diagnostics
    return checked.params_schema


def of(properties, required=(), **more):
    return {
        "type": "object",
        "properties": properties,
        **({"required": list(required)} if required else {}),
        "additionalProperties": False,
        **more,
    }


# A script, and its schema.
SCRIPTS = [
    ("class P(TypedDict):\n    a: int\n    b: str", of({"a": WHOLE, "b": TEXT}, ["a", "b"])),
    ("class P(TypedDict, total=False):\n    a: int", of({"a": WHOLE})),
    ("class P(TypedDict, total=False):\n    a: Required[int]\n    b: int", of({"a": WHOLE, "b": WHOLE}, ["a"])),
    ("class P(TypedDict):\n    a: NotRequired[int]\n    b: int", of({"a": WHOLE, "b": WHOLE}, ["b"])),
    ('class P(TypedDict):\n    a: Annotated[NotRequired[int], "x"]', of({"a": {**WHOLE, "description": "x"}})),
    ("class P(TypedDict):\n    a: ReadOnly[NotRequired[int]]", of({"a": WHOLE})),
    ("class P(TypedDict):\n    a: Optional[NotRequired[int]]", of({"a": {"type": ["integer", "null"]}}, ["a"])),
    ('P = TypedDict("P", {"a": int, "b": NotRequired[int]})', of({"a": WHOLE, "b": WHOLE}, ["a"])),
    ('P = TypedDict("P", {"a": int}, total=False)', of({"a": WHOLE})),
    ('P = TypedDict("P", {x: int})', None),
    ("class B(TypedDict):\n    a: int\nclass P(B, total=False):\n    b: int", of({"a": WHOLE, "b": WHOLE}, ["a"])),
    ("@dataclass\nclass P:\n    a: int\n    b: int = 5", of({"a": WHOLE, "b": {**WHOLE, "default": 5}}, ["a"])),
    ("@dataclass(frozen=True)\nclass P:\n    a: int", of({"a": WHOLE}, ["a"])),
    ("@dataclass\nclass P:\n    a: list = field(default_factory=list)", of({"a": {"type": "array", "default": []}})),
    ("@dataclass\nclass P:\n    a: dict = field(default_factory=dict)", of({"a": {"type": "object", "default": {}}})),
    ("@dataclass\nclass P:\n    a: list = field(default_factory=lambda: [1])", of({"a": {"type": "array", "default": [1]}})),
    ("@dataclass\nclass P:\n    a: list = field(default_factory=make)", of({"a": {"type": "array"}})),
    ("@dataclass\nclass P:\n    a: int = field(default=3)", of({"a": {**WHOLE, "default": 3}})),
    ("@dataclass\nclass P:\n    a: int = field(repr=False)", of({"a": WHOLE}, ["a"])),
    ("@dataclass\nclass P:\n    a: int = field(init=False)\n    b: int", of({"b": WHOLE}, ["b"])),
    ("@dataclass\nclass P:\n    a: ClassVar[int] = 1\n    _: KW_ONLY\n    b: int", of({"b": WHOLE}, ["b"])),
    ("@dataclass\nclass P:\n    a: int = make()", of({"a": WHOLE})),
    ("@dataclass\nclass P:\n    a: float = float('nan')\n    b: int = 2**60", of({"a": {"type": "number"}, "b": WHOLE})),
    ("@dataclass\nclass B:\n    a: int\n@dataclass\nclass P(B):\n    b: int", of({"a": WHOLE, "b": WHOLE}, ["a", "b"])),
    ("@dataclass\nclass P(Other):\n    a: int", None),
    ("class P(TypedDict): ...", of({})),
    ("P = dict", None),
    ("P = dict[str, int]", {"type": "object", "additionalProperties": WHOLE}),
    ("P = int", None),
    ("P = dict[str, int] | None", {"type": "object", "additionalProperties": WHOLE}),
    ("P = dict | None", None),
    ("P = list[int]", None),
    ("try:\n    class P(TypedDict):\n        a: int\nexcept NameError:\n    pass", of({"a": WHOLE}, ["a"])),
    ("if TYPE_CHECKING:\n    class P(TypedDict):\n        a: int", of({"a": WHOLE}, ["a"])),
    ("if x:\n    pass\nelse:\n    class P(TypedDict):\n        a: int", of({"a": WHOLE}, ["a"])),
    ("class P(TypedDict):\n    a: int\ndef P(): ...", None),
    ("P: TypeAlias = 'dict[str, int]'", {"type": "object", "additionalProperties": WHOLE}),
]


class Schema(unittest.TestCase):
    def test_a_member_has_the_schema_of_its_type(self):
        for kind, schema in TYPES:
            with self.subTest(kind=kind):
                found = inferred(f"{KNOWN}class P(TypedDict):\n    a: {kind}\ndef run(params: P, reporter): ...\n")
                self.assertEqual(found["properties"]["a"], schema)

    def test_a_class_has_the_schema_of_its_members(self):
        for source, schema in SCRIPTS:
            with self.subTest(source=source):
                self.assertEqual(inferred(f"{source}\ndef run(params: P, reporter): ...\n"), schema)

    def test_docstrings_describe_a_class_and_its_members(self):
        source = 'class P(TypedDict):\n    """All of it."""\n    a: int\n    """\n    One.\n    """\n'
        described = of({"a": {**WHOLE, "description": "One."}}, ["a"], description="All of it.")
        self.assertEqual(inferred(f'{source}def run(params: P, reporter):\n    """Runs."""\n'), described)
        run = 'class P(TypedDict):\n    a: int\ndef run(params: P, reporter):\n    """Runs."""\n'
        self.assertEqual(inferred(run), of({"a": WHOLE}, ["a"], description="Runs."))
        long = f'class P(TypedDict):\n    """{"x" * 1001}"""\n    a: int\ndef run(params: P, reporter): ...\n'
        self.assertEqual(inferred(long)["description"], "x" * 1000)

    def test_a_docstring_describes_any_params_where_no_type_says_what_they_are(self):
        for head in ("def run(params, reporter)", "async def run(params: dict, reporter)", "@wrap\ndef run(a: P, b)", "def run(*all)"):
            with self.subTest(head=head):
                source = f'def wrap(f): return f\n{head}:\n    """\n    Adds.\n\n    All.\n    """\n'
                self.assertEqual(inferred(source), {"type": "object", "description": "Adds.\n\nAll."})
                self.assertIsNone(inferred(f"def wrap(f): return f\n{head}: ...\n"))

    def test_classes_that_contain_each_other_are_referred_to_by_name(self):
        own = {"$ref": "#/$defs/P"}
        source = "class P(TypedDict):\n    a: P | None\ndef run(params: P, reporter): ...\n"
        node = of({"a": {"anyOf": [own, {"type": "null"}]}}, ["a"])
        self.assertEqual(inferred(source), {**own, "$defs": {"P": node}})
        twice = "class Q(TypedDict):\n    x: int\nclass P(TypedDict):\n    a: Q\n    b: Q\ndef run(params: P, reporter): ...\n"
        other = {"$ref": "#/$defs/Q"}
        expected = {**of({"a": other, "b": other}, ["a", "b"]), "$defs": {"Q": of({"x": WHOLE}, ["x"])}}
        self.assertEqual(inferred(twice), expected)
        self.assertIsNone(inferred("P = P\ndef run(params: P, reporter): ...\n"))

    def test_types_that_name_each_other_over_and_over_give_no_schema(self):
        kinds = "".join(f"T{n + 1} = tuple[T{n}, T{n}]\n" for n in range(14))
        source = f"T0 = int\n{kinds}class P(TypedDict):\n    a: T14\ndef run(params: P, reporter): ...\n"
        self.assertIsNone(inferred(source))

    def test_a_run_that_may_take_anything_has_no_schema(self):
        for run in (
            "def run(params, reporter): ...",
            "@wrapped\ndef run(params: dict[str, int], reporter): ...",
            "run = lambda params, reporter: 1",
            "def run(params: Any, reporter): ...",
            "def run(params: dict, reporter): ...",
        ):
            with self.subTest(run=run):
                self.assertIsNone(inferred(f"{run}\n"))
        schema = {"type": "object", "additionalProperties": WHOLE}
        self.assertEqual(inferred("async def run(params: dict[str, int], /, reporter): ...\n"), schema)
        self.assertEqual(inferred("from json import *\ndef run(params: Dict[str, int], reporter): ...\n"), None)
