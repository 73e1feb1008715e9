"""The reading of scripts by `metarun check`: calls of the reporter, and members that it does not have."""

import ast
import os
import unittest

import metarun_guest
from metarun_author.answers import _answer
from metarun_author.calls import read_calls
from metarun_author.stub import read_members

STUB = os.path.join(os.path.dirname(os.path.dirname(metarun_guest.__file__)), "metarun", "__init__.pyi")
MEMBERS = read_members(STUB)

# The body of `run`, and the calls in it: kind, parts, what varies, whether it is in a loop.
CALLS = [
    ('reporter.set_phase("a")', [("phase", ["a"], None, False)]),
    ('reporter.set_phase(text="a")', [("phase", ["a"], None, False)]),
    ('reporter.step(name="a", fn=f)', [("step", ["a"], None, False)]),
    ('reporter.run_task(identifier="a")', [("task", ["a"], None, False)]),
    ('reporter.run_task(other="a")', []),
    ('reporter.step(f"a {x} b{y}", f)', [("step", ["a ", " b", ""], None, False)]),
    ('reporter.step(f"{x}", f)', [("step", None, None, False)]),
    ("reporter.step(x, f)", [("step", None, None, False)]),
    ("reporter.step(5, f)", [("step", None, None, False)]),
    ('reporter.step(f"a {time.time()}", f)', [("step", ["a ", ""], "time.time()", False)]),
    ('reporter.step(f"a {len(x)}", f)', [("step", ["a ", ""], None, False)]),
    ("reporter.step(str(uuid.uuid4()), f)", [("step", None, "uuid.uuid4()", False)]),
    ('for x in y: reporter.step("a", f)', [("step", ["a"], None, True)]),
    ('while x: reporter.step("a", f)', [("step", ["a"], None, True)]),
    ('[reporter.step("a", f) for x in y]', [("step", ["a"], None, True)]),
    ('if x: reporter.step("a", f)', [("step", ["a"], None, False)]),
    ('for x in y:\n  def g(): reporter.step("a", f)', [("step", ["a"], None, False)]),
    ('for x in y:\n  h(lambda: reporter.step("a", f))', [("step", ["a"], None, True)]),
    ('for x in y: pass\nreporter.step("a", f)', [("step", ["a"], None, False)]),
    ('reporter.run_tasks([("a", {}), ("b",), c])', [("task", ["a"], None, False), ("task", ["b"], None, False)]),
    ("reporter.run_tasks(x)", []),
    ("reporter.run_tasks()", []),
    ("reporter.set_phase()", []),
    ('other.set_phase("a")', []),
    ('reporter.log("a")', []),
    ('def g(reporter): reporter.set_phase("a")', [("phase", ["a"], None, False)]),
    ('def g(r: "metarun.Reporter"): r.set_phase("a")', [("phase", ["a"], None, False)]),
    ('def g(r: metarun.Reporter): r.set_phase("a")', [("phase", ["a"], None, False)]),
    ('def g(r: Reporter): r.set_phase("a")', [("phase", ["a"], None, False)]),
    ('def g(r: Other): r.set_phase("a")', []),
    ('def g(*, reporter): reporter.set_phase("a")', [("phase", ["a"], None, False)]),
    ('def g(reporter: Other): reporter.set_phase("a")', []),
    ('def run(a, b): b.set_phase("a")', []),
]

# An expression, and what is wrong with it: message, column.
UNKNOWN = [
    ("reporter.set_phase", None, 0),
    ("reporter.setphase", 'reporter has no "setphase": did you mean "set_phase"?', 14),
    ("reporter.files.red", 'reporter.files has no "red": did you mean "read"?', 20),
    ("reporter.files.read.x", None, 0),
    ("reporter.task.id", None, 0),
    ("reporter.__class__", None, 0),
    ("other.setphase", None, 0),
]

# A script, and what it makes and throws away: name, line.
FLOATING = [
    ("async def run(p, reporter):\n    reporter.aio.sleep(1)\n", [("reporter.aio.sleep", 2)]),
    ("async def run(p, r):\n    if p:\n        r.aio.run_task('a')\n", [("r.aio.run_task", 3)]),
    ("async def run(p, r):\n    await r.aio.sleep(1)\n    x = r.aio.sleep(1)\n    asyncio.create_task(r.aio.sleep(2))\n", []),
    ("async def run(p, r):\n    [r.aio.run_task(n) for n in p]\n", [("r.aio.run_task", 2)]),
    ("async def run(p, r):\n    await asyncio.gather(*[r.aio.run_task(n) for n in p])\n", []),
    ("async def save(): pass\ndef run(p, r):\n    save()\n    r.step('a', save)\n", [("save", 3), ("r.step", 4)]),
    ("async def save(): pass\nasync def run(p, r):\n    await save()\n    await r.step('a', save)\n", []),
    ("async def run(p, r):\n    async def save(): pass\n    r.step(name='a', fn=save)\n    [save() for _ in p]\n", [("r.step", 3), ("save", 4)]),
    ("class A:\n  async def go(self): self.on()\n  async def on(self): pass\n", [("self.on", 2)]),
    ("class A:\n  async def go(self): self.on(); other.go()\n  def on(self): pass\n", []),
    ("async def save(): pass\ndef run(p, save):\n    save()\n", []),
    ("async def save(): pass\nsave = begun(save)\ndef run(p, r):\n    save()\n", []),
    ("@task\nasync def save(): pass\ndef run(p, r):\n    save()\n", []),
    ("async def save(): yield 1\ndef run(p, r):\n    save()\n", []),
    ("def save(): pass\ndef run(p, reporter):\n    save()\n    reporter.step('a', save)\n    reporter.sleep(1)\n", []),
]


class Author(unittest.TestCase):
    def test_calls_of_the_reporter_are_found_with_their_texts(self):
        for body, expected in CALLS:
            with self.subTest(body=body):
                lines = "\n".join(f"    {line}" for line in body.split("\n"))
                calls = read_calls(ast.parse(f"def run(params, reporter):\n{lines}\n"), MEMBERS).calls
                found = [(call["kind"], call["parts"], call["varies"], call["loop"]) for call in calls]
                self.assertEqual(found, expected)

    def test_a_call_has_the_place_of_its_text(self):
        [call] = read_calls(ast.parse('\ndef run(p, r):\n    r.set_phase(\n        "a")\n'), MEMBERS).calls
        self.assertEqual((call["line"], call["column"]), (4, 9))

    def test_members_that_the_reporter_does_not_have_are_found(self):
        for expression, message, column in UNKNOWN:
            with self.subTest(expression=expression):
                unknown = read_calls(ast.parse(f"def run(params, reporter):\n    {expression}\n"), MEMBERS).unknown
                expected = [] if message is None else [{"message": message, "line": 2, "column": column}]
                self.assertEqual(unknown, expected)
        unknown = read_calls(ast.parse("def run(p, r):\n    r.mcp.zzz\n    r.x = 1\n"), MEMBERS).unknown
        self.assertEqual([one["message"] for one in unknown], ['r.mcp has no "zzz": it has call, tools'])

    def test_coroutines_that_are_thrown_away_are_found(self):
        for source, expected in FLOATING:
            with self.subTest(source=source):
                floating = read_calls(ast.parse(source), MEMBERS).floating
                found = [(one["message"].split()[3], one["line"]) for one in floating]
                self.assertEqual(found, expected)

    def test_an_answer_has_what_the_check_of_the_server_finds_and_more(self):
        run = "def run(params, reporter):\n    reporter.set_phase('a')\n    import nope\n"
        answer = _answer(f"\ufeff{run}", False, MEMBERS)
        self.assertEqual((answer["diagnostics"], answer["params_schema"], answer["dependencies"]), ([], None, []))
        self.assertEqual([one["line"] for one in answer["doubts"]], [3])
        self.assertEqual([one["kind"] for one in answer["calls"]], ["phase"])
        answer = _answer("def run(:", False, MEMBERS)
        self.assertEqual((len(answer["diagnostics"]), answer["calls"], answer["unknown"], answer["floating"]), (1, [], [], []))
