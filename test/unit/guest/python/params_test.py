"""Values of params in the types of annotations."""

import datetime
import enum
import typing
import unittest
import uuid
from dataclasses import dataclass, field
from typing import Dict, FrozenSet, List, Literal, Mapping, NewType, Optional, Sequence, Set, Tuple, TypedDict, Union

from metarun_guest.params.arguments import typed


class Level(enum.Enum):
    LOW = "low"
    HIGH = "high"


@dataclass
class Point:
    x: int
    y: int = 0
    tags: List[str] = field(default_factory=list)
    known: int = field(default=7, init=False)


@dataclass
class Named:
    name: str


class Row(TypedDict, total=False):
    point: Point
    note: str


class Whole(TypedDict):
    id: int


Id = NewType("Id", int)
DAY = datetime.date(2026, 1, 2)
UTC = datetime.timezone.utc
UUID = "12345678-1234-5678-1234-567812345678"

# The type, a value of JSON, and what the script gets for it.
READ = [
    (Point, {"x": 1}, Point(1)),
    (Point, {"x": 1, "y": 2, "tags": ["a"]}, Point(1, 2, ["a"])),
    (Optional[Point], {"x": 1}, Point(1)),
    (Optional[Point], None, None),
    (Union[Named, Point], {"x": 1}, Point(1)),
    (Union[Named, Point], {"name": "a"}, Named("a")),
    (Union[Named, Point], {"name": "a", "x": 1}, {"name": "a", "x": 1}),
    (Union[Named, Point], {"x": "no number"}, {"x": "no number"}),
    (Union[Whole, Named], {"id": 1}, {"id": 1}),
    (Union[Whole, Named], {"name": "a"}, Named("a")),
    (Union[Row, Named], {}, {}),
    (Row, {"point": {"x": 1}, "note": "a"}, {"point": Point(1), "note": "a"}),
    (Row, {"more": 1}, {"more": 1}),
    (List[Point], [{"x": 1}, {"x": 2}], [Point(1), Point(2)]),
    (Sequence[datetime.date], ["2026-01-02"], [DAY]),
    (Set[datetime.date], ["2026-01-02", "2026-01-02"], {DAY}),
    (FrozenSet[int], [1, 1], frozenset({1})),
    (Dict[str, Point], {"a": {"x": 1}}, {"a": Point(1)}),
    (Mapping[str, Level], {"a": "low"}, {"a": Level.LOW}),
    (dict, {"a": 1}, {"a": 1}),
    (list, [1], [1]),
    (Tuple[int, datetime.date], [1, "2026-01-02"], (1, DAY)),
    (Tuple[datetime.date, ...], ["2026-01-02"] * 3, (DAY,) * 3),
    (Tuple[datetime.date, ...], [], ()),
    (tuple, [1, 2], (1, 2)),
    (Level, "high", Level.HIGH),
    (uuid.UUID, UUID, uuid.UUID(UUID)),
    (datetime.date, "2026-01-02", DAY),
    (datetime.time, "10:20:30Z", datetime.time(10, 20, 30, tzinfo=UTC)),
    (datetime.datetime, "2026-01-02T10:00:00Z", datetime.datetime(2026, 1, 2, 10, tzinfo=UTC)),
    (datetime.datetime, "2026-01-02T10:00:00z", datetime.datetime(2026, 1, 2, 10, tzinfo=UTC)),
    (datetime.datetime, "2026-01-02T10:00:00", datetime.datetime(2026, 1, 2, 10)),
    (Union[datetime.date, str], "2026-01-02", DAY),
    (Union[datetime.date, str], "tomorrow", "tomorrow"),
    (Union[Level, str], "middle", "middle"),
    (Union[int, datetime.date], "2026-01-02", DAY),
    (Union[int, List[datetime.date]], ["2026-01-02"], [DAY]),
    (Union[List[int], List[datetime.date]], ["2026-01-02"], [DAY]),
    (Union[Dict[str, int], Dict[str, datetime.date]], {"a": "2026-01-02"}, {"a": DAY}),
    (Union[Tuple[int], Tuple[int, datetime.date]], [1, "2026-01-02"], (1, DAY)),
    (Union[Literal["2026-01-02"], datetime.date], "2026-01-02", "2026-01-02"),
    (Union[Literal[1], Level], "low", Level.LOW),
    (Union[bool, Named], True, True),
    (typing.Annotated[datetime.date, "a day"], "2026-01-02", DAY),
    (Id, 3, 3),
    (int, 3, 3),
    (typing.Any, {"a": "2026-01-02"}, {"a": "2026-01-02"}),
    ("Point", {"x": 1}, Point(1)),
    ("Missing", {"x": 1}, {"x": 1}),
]

# The type, a value that does not fit it, and what the error says.
REFUSED = [
    (Point, {"x": 1, "z": 2}, TypeError, "params: .*unexpected keyword argument 'z'"),
    (Point, {}, TypeError, "params: .*missing 1 required positional argument: 'x'"),
    (Dict[str, Level], {"a": "middle"}, ValueError, "params/a: 'middle' is not a valid Level"),
    (Tuple[int, int], [1], ValueError, "params must have 2 items, not 1"),
    (List[datetime.date], ["2026-01-02", "x"], ValueError, "params/1: Invalid isoformat string: 'x'"),
    (List[Tuple[int, int]], [[1, 2], [1, 2, 3]], ValueError, "params/1 must have 2 items, not 3"),
]


def read(hint, value):
    def run(params, reporter): ...

    run.__annotations__ = {"params": hint}
    return typed(run, value)


class Params(unittest.TestCase):
    def test_a_value_arrives_in_the_type_of_the_annotation(self):
        for hint, value, expected in READ:
            with self.subTest(hint=hint, value=value):
                found = read(hint, value)
                self.assertEqual(found, expected)
                self.assertIs(type(found), type(expected))

    def test_a_value_that_does_not_fit_is_refused_with_its_place(self):
        for hint, value, kind, message in REFUSED:
            with self.subTest(hint=hint, value=value), self.assertRaisesRegex(kind, f"^{message}"):
                read(hint, value)

    def test_a_run_without_annotation_or_parameters_gets_plain_JSON(self):
        self.assertEqual(typed(lambda params, reporter: None, {"x": 1}), {"x": 1})
        self.assertEqual(typed(lambda: None, {"x": 1}), {"x": 1})
        self.assertEqual(typed(print, {"x": 1}), {"x": 1})

    def test_an_error_of_a_class_of_the_script_keeps_its_words(self):
        @dataclass
        class Checked:
            x: int

            def __post_init__(self):
                raise TypeError("my own")

        with self.assertRaisesRegex(TypeError, "^my own$"):
            read(Checked, {"x": 1})
