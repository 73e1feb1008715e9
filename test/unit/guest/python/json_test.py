"""Values that JSON can hold, and errors for others."""

import dataclasses
import datetime
import decimal
import enum
import math
import unittest
import uuid

from metarun_guest.strict_json import MAX_INTEGER, NotJson, clean, strict, strict_text


class Color(enum.Enum):
    RED = 1


@dataclasses.dataclass
class Pair:
    a: int


class Text(str):
    def __str__(self):
        return "another"


async def work(): ...


LOOP: list = [1]
LOOP.append({"a": LOOP})
DEEP: list = []
for _ in range(64):
    DEEP = [DEEP]
AS_DEEP_AS_MAY_BE: list = []
for _ in range(63):
    AS_DEEP_AS_MAY_BE = [AS_DEEP_AS_MAY_BE]

# A value, and the JSON of it.
HELD = [
    (None, "null"),
    ([True, False], "[true,false]"),
    ((1, 2.5), "[1,2.5]"),
    ({"a": {"b": []}}, '{"a":{"b":[]}}'),
    (-0.0, "0.0"),
    (MAX_INTEGER, "9007199254740991"),
    (-MAX_INTEGER, "-9007199254740991"),
    ("ü\n", '"ü\\n"'),
    (Text("a"), '"a"'),
    ([[1], [1]], "[[1],[1]]"),
    (AS_DEEP_AS_MAY_BE, "[" * 64 + "]" * 64),
]
# A value that JSON cannot hold, and what the error says behind the place.
REFUSED = [
    (math.nan, "result is NaN, which JSON cannot hold; return None or a string."),
    ([math.inf], "result/0 is Infinity, which JSON cannot hold; return None or a string."),
    ({"a": -math.inf}, "result/a is -Infinity, which JSON cannot hold; return None or a string."),
    (MAX_INTEGER + 1, "result is an integer beyond 2**53 - 1, which JSON readers round; return it as a string."),
    (-MAX_INTEGER - 1, "result is an integer beyond 2**53 - 1, which JSON readers round; return it as a string."),
    ({"a/b": {"c~d": b"x"}}, "result/a~1b/c~0d is a bytes, which JSON cannot hold; decode it to text, or use base64."),
    (datetime.date(2026, 1, 2), "result is a date, which JSON cannot hold; use .isoformat()."),
    (datetime.time(1), "result is a time, which JSON cannot hold; use .isoformat()."),
    (decimal.Decimal(1), "result is a Decimal, which JSON cannot hold; use str() or float()."),
    (uuid.UUID(int=1), "result is a UUID, which JSON cannot hold; use str()."),
    (datetime.timedelta(1), "result is a timedelta, which JSON cannot hold; use str()."),
    (Color.RED, "result is a Color, which JSON cannot hold; use its .value."),
    ({1}, "result is a set, which JSON cannot hold; use a list, such as sorted(value)."),
    (Pair(1), "result is a Pair, which JSON cannot hold; use dataclasses.asdict(value)."),
    (Pair, "result is a type, which JSON cannot hold; call it and return its result."),
    (iter([]), "result is a list_iterator, which JSON cannot hold; use list(value)."),
    (len, "result is a builtin_function_or_method, which JSON cannot hold; call it and return its result."),
    (object(), "result is a object, which JSON cannot hold; use a dict, list, str, number, bool or None."),
    ({1: 2}, "result has a key of type int, but JSON keys are strings; use str(key)."),
    ({"a\0": 2}, "result has a key that contains a NUL character (U+0000), which cannot be stored."),
    (["\0"], "result/0 contains a NUL character (U+0000), which cannot be stored."),
    ("\ud800", "result contains half of a surrogate pair, which is not a Unicode character."),
    (LOOP, "result/1/a contains itself, which JSON cannot hold."),
    (DEEP, "result" + "/0" * 64 + " is nested deeper than 64 levels."),
]


class StrictJson(unittest.TestCase):
    def test_JSON_holds_plain_values_as_they_are(self):
        for value, text in HELD:
            with self.subTest(value=value):
                self.assertEqual(strict_text(value, "result", 1000), text)

    def test_what_JSON_cannot_hold_is_refused_with_its_place_and_a_remedy(self):
        for value, message in REFUSED:
            with self.subTest(value=value), self.assertRaises(NotJson) as raised:
                strict(value, "result", 1000)
            self.assertEqual(str(raised.exception), message)

    def test_a_coroutine_is_to_be_awaited_first(self):
        coroutine = work()
        with self.assertRaisesRegex(NotJson, "is a coroutine, which JSON cannot hold; await it first"):
            strict(coroutine, "result", 1000)
        coroutine.close()

    def test_a_copy_is_no_part_of_the_value(self):
        value = {"a": [1]}
        copy = strict(value, "result", 1000)
        value["a"].append(2)
        self.assertEqual(copy, {"a": [1]})

    def test_JSON_may_be_as_long_as_the_limit_and_no_longer(self):
        self.assertEqual(len(strict_text("x" * 98, "result", 100)), 100)
        self.assertEqual(len(strict_text("ü" * 49, "result", 100).encode()), 100)
        remedy = "write large data to a file and return its path"
        for value in ("x" * 99, "ü" * 50, '"' * 50, ["x" * 40] * 3):
            with self.subTest(value=value), self.assertRaises(NotJson) as raised:
                strict_text(value, "result", 100)
            self.assertEqual(str(raised.exception), f"result is larger than 100 bytes as JSON; {remedy}.")
        with self.assertRaisesRegex(NotJson, "^sleep is larger than 3 bytes as JSON; a call holds no more.$"):
            strict_text("xx", "sleep", 3)

    def test_values_are_counted_in_all_lists_and_objects(self):
        # The objects of the list count as one each, since they are empty.
        self.assertEqual(strict([{}, {}], "sleep", 100, 4), [{}, {}])
        for value in ([{}, {}, {}], [1, 2, 3, 4, 5], {"a": [1, 2, 3, 4]}):
            with self.subTest(value=value), self.assertRaises(NotJson) as raised:
                strict(value, "sleep", 100, 4)
            message = "sleep holds more than 4 values in lists and objects; a call holds no more."
            self.assertEqual(str(raised.exception), message)

    def test_a_text_that_is_shown_loses_what_cannot_be_stored(self):
        cases = [("a\0b", "a\ufffdb"), ("\ud800x", "\ufffdx"), ("\U0001f600", "\U0001f600"), (Text("ab"), "ab")]
        for text, shown in cases:
            self.assertEqual(clean(text), shown)
        self.assertEqual(clean("abc", 2), "ab")
