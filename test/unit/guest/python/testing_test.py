"""Test files of authors in Python."""

import importlib.util
import json
import os
import socket
import sys
import tempfile
import threading
import unittest
from unittest import mock

import metarun_unittest


def testing():
    """Returns the module that test files import; the guest has another package of this name."""
    path = os.path.join(os.path.dirname(metarun_unittest.__file__), "metarun", "testing.py")
    spec = importlib.util.spec_from_file_location("author_testing", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["author_testing"] = module
    spec.loader.exec_module(module)
    return module


FILE = '''import unittest
import helper

class Good(unittest.TestCase):
    def test_passes(self):
        self.assertEqual(helper.ONE, 1)

    def test_fails(self):
        self.assertEqual(1, 2)

    def test_parts(self):
        for n in range(3):
            with self.subTest(n=n):
                self.assertEqual(n, 1)

    @unittest.skip("not now")
    def test_skipped(self): ...

    @unittest.expectedFailure
    def test_expected(self):
        self.fail()

    @unittest.expectedFailure
    def test_unexpected(self): ...

class Broken(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise RuntimeError("no class")

    def test_never(self): ...

def test_plain():
    raise ValueError("plain")

def test_with_parameter(x): ...
def other(): ...
test_number = 5
'''
OUTCOME = {"status": "success", "result": 1, "phases": [], "progress": 0, "steps": [], "calls": []}
OUTCOME = {**OUTCOME, "children": [], "memories": [], "error": None, "logs": [], "files": {}}


def reported(source, part=""):
    """Returns what is reported of each test, by its name."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("my_test.py", source), ("helper.py", "ONE = 1\n")):
            with open(f"{folder}/{name}", "w") as file:
                file.write(text)
        sys.modules.pop("helper", None)
        path = list(sys.path)
        try:
            with mock.patch.dict(os.environ, {"METARUN_TEST_FOLDER": folder}):
                metarun_unittest.main(f"{folder}/my_test.py", f"{folder}/out", part)
        finally:
            sys.path[:] = path
        with open(f"{folder}/out") as file:
            return {one["name"]: one for one in map(json.loads, file)}


class Unittest(unittest.TestCase):
    def test_each_test_is_reported_with_how_it_ended(self):
        found = reported(FILE)
        ends = {name.split(" (")[0]: one["status"] for name, one in found.items()}
        expected = {
            "Good > test_passes": "passed",
            "Good > test_fails": "failed",
            "Good > test_parts": "failed",
            "Good > test_skipped": "skipped",
            "Good > test_expected": "passed",
            "Good > test_unexpected": "failed",
            "setUpClass": "failed",
            "test_plain": "failed",
        }
        self.assertEqual(ends, expected)
        self.assertEqual(found["Good > test_skipped"]["reason"], "not now")
        self.assertEqual((found["Good > test_passes"]["line"], found["test_plain"]["line"]), (5, 33))
        self.assertEqual(found["Good > test_unexpected"]["message"], "It passed, and was expected to fail.")
        self.assertTrue(all(one["duration_ms"] >= 0 for one in found.values()))
        self.assertLess(found["Good > test_passes"]["duration_ms"], 60_000)
        self.assertIsNone(found["Good > test_passes"]["message"])

    def test_a_failure_shows_the_frames_of_the_own_files_alone(self):
        found = reported(FILE)
        message = found["Good > test_fails"]["message"]
        self.assertRegex(message, r"^Traceback.*\n  File .*my_test.py\", line 9, in test_fails\n(.*\n)+AssertionError: 1 != 2$")
        self.assertEqual(message.count("  File "), 1)
        plain = found["test_plain"]["message"]
        self.assertEqual((plain.count("  File "), plain.endswith("ValueError: plain")), (1, True))
        parts = found["Good > test_parts"]["message"]
        self.assertRegex(parts, r"^\(n=0\): Traceback[\s\S]*?AssertionError: 0 != 1\n\(n=2\): Traceback")
        broken = next(one for name, one in found.items() if name.startswith("setUpClass"))
        self.assertTrue(broken["message"].endswith("RuntimeError: no class"))

    def test_a_part_of_their_names_chooses_tests(self):
        self.assertEqual(list(reported(FILE, "PASSES")), ["Good > test_passes"])
        self.assertEqual(list(reported(FILE, "plain")), ["test_plain"])
        self.assertEqual(list(reported(FILE, "nothing")), [])

    def test_a_failure_does_not_stick_to_the_next_test(self):
        source = "import unittest\nclass A(unittest.TestCase):\n    def test_1(self): self.fail()\n    def test_2(self): ...\n"
        self.assertEqual([one["status"] for one in reported(source).values()], ["failed", "passed"])


class RunTask(unittest.TestCase):
    def ask(self, answer, **given):
        module = testing()
        with tempfile.TemporaryDirectory() as folder:
            asked = []
            path = os.path.join(folder, "s")
            with socket.socket(socket.AF_UNIX) as server:
                server.bind(path)
                server.listen()

                def serve():
                    client, _ = server.accept()
                    with client, client.makefile("rb") as stream:
                        asked.append(json.loads(stream.read()))
                        client.sendall(answer if isinstance(answer, bytes) else json.dumps(answer).encode())

                thread = threading.Thread(target=serve, daemon=True)
                thread.start()
                settings = {"METARUN_TEST_SOCKET": path, "METARUN_TEST_FOLDER": "/f", "METARUN_TEST_META_TASK": "/f/workflow.py"}
                with mock.patch.dict(os.environ, settings):
                    try:
                        return asked, module.run_task(**given)
                    finally:
                        thread.join(20)

    def test_a_task_is_run_with_the_fields_of_a_case(self):
        asked, _ = self.ask({"mismatches": [], "outcome": OUTCOME}, params={"a": 1}, files={"/a": b"\xff", "/b": "x"}, time="t")
        case = {"params": {"a": 1}, "files": {"/a": {"base64": "/w=="}, "/b": "x"}, "time": "t"}
        self.assertEqual(asked, [{"path": "/f/workflow.py", "case": case}])
        names = ("secrets", "memories", "stubs", "model", "approvals", "events")
        asked, _ = self.ask({"mismatches": [], "outcome": OUTCOME}, path="other", **{name: [name] for name in names})
        self.assertEqual(asked, [{"path": "/f/other", "case": {name: [name] for name in names}}])

    def test_an_outcome_has_files_as_text_or_bytes(self):
        error = {"code": "c", "message": "m", "stack": None}
        outcome = {**OUTCOME, "status": "failed", "error": error, "logs": [{"level": "info", "text": "t"}]}
        outcome["files"] = {"/a": "/w==", "/b": "eA=="}
        _, found = self.ask({"mismatches": [], "outcome": outcome})
        self.assertEqual((found.status, found.error.code, found.error.message, found.logs[0].text), ("failed", "c", "m", "t"))
        self.assertEqual((found.files, found.result, found.progress), ({"/a": b"\xff", "/b": "x"}, 1, 0))
        _, found = self.ask({"mismatches": [], "outcome": OUTCOME})
        self.assertIsNone(found.error)

    def test_a_task_that_cannot_be_run_is_an_error(self):
        with self.assertRaisesRegex(RuntimeError, "^no such folder$"):
            self.ask({"error": "no such folder"})
        with self.assertRaisesRegex(AssertionError, "^a has no stub\nb has no stub$"):
            self.ask({"mismatches": ["a has no stub", "b has no stub"]})
        with self.assertRaisesRegex(RuntimeError, "^metarun test has ended.$"):
            self.ask(b"")
        with self.assertRaisesRegex(RuntimeError, "^run_task works only in test files that `metarun test` runs.$"):
            testing().run_task()
