"""Runs one test file by unittest and reports each test to `metarun test`, in a line of JSON.

Arguments: the test file, the file for the lines, and a part of the names of tests to run, '' for all.
"""

import importlib.machinery
import importlib.util
import inspect
import json
import os
import sys
import time
import traceback
import unittest


class Reports(unittest.TestResult):
    def __init__(self, out):
        super().__init__()
        self._out = out
        self._began = 0.0
        self._failed = None

    def startTest(self, test):
        super().startTest(test)
        self._began = time.perf_counter()
        self._failed = None

    def stopTest(self, test):
        super().stopTest(test)
        if self._failed is not None:
            self._report(test, "failed", message="\n".join(self._failed))
            self._failed = None

    def addSuccess(self, test):
        self._report(test, "passed")

    def addSkip(self, test, reason):
        self._report(test, "skipped", reason=reason)

    def addExpectedFailure(self, test, err):
        self._report(test, "passed")

    def addUnexpectedSuccess(self, test):
        self._note(test, "It passed, and was expected to fail.")

    def addFailure(self, test, err):
        self._note(test, _error_text(err))

    def addError(self, test, err):
        self._note(test, _error_text(err))

    def addSubTest(self, test, subtest, err):
        if err is not None:
            which = subtest.id().removeprefix(f"{test.id()} ")
            self._note(test, f"{which}: {_error_text(err)}")

    def _note(self, test, text):
        """Collects the failures of a test in one report; those of a class or a module are reported separately."""
        if isinstance(test, unittest.TestCase):
            self._failed = [*(self._failed or []), text]
        else:
            self._report(test, "failed", message=text)

    def _report(self, test, status, reason=None, message=None):
        report = {
            "name": _format_name(test),
            "status": status,
            "duration_ms": (time.perf_counter() - self._began) * 1000 if self._began else 0,
            "reason": reason,
            "line": _find_line(test),
            "message": message,
        }
        self._out.write(json.dumps(report) + "\n")
        self._out.flush()


def _error_text(err):
    """Returns the error with the frames of the author's own files."""
    kind, value, frames = err
    while frames is not None and "__unittest" in frames.tb_frame.f_globals:
        frames = frames.tb_next
    shown = traceback.TracebackException(kind, value, frames)
    shown.stack = traceback.StackSummary.from_list(
        [frame for frame in shown.stack if not frame.filename.startswith((os.path.dirname(unittest.__file__), _HERE))]
    )
    return "".join(shown.format()).rstrip()


_HERE = os.path.dirname(os.path.abspath(__file__))


class _PlainTest(unittest.FunctionTestCase):
    """A test that is a function of a module."""

    def __init__(self, function):
        super().__init__(function)
        self.function = function


def _find_function(test):
    if isinstance(test, _PlainTest):
        return test.function
    return getattr(test, getattr(test, "_testMethodName", ""), None)


def _format_name(test):
    if isinstance(test, _PlainTest):
        return test.function.__name__
    if isinstance(test, unittest.TestCase):
        return f"{type(test).__name__} > {test._testMethodName}"
    return str(test)


def _find_line(test):
    function = _find_function(test)
    try:
        return None if function is None else inspect.getsourcelines(function)[1]
    except (OSError, TypeError):
        return None


def _tests_in(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from _tests_in(test)
        else:
            yield test


def _load(path):
    name = os.path.splitext(os.path.basename(path))[0]
    sys.path.insert(0, os.path.dirname(path))
    folder = os.environ.get("METARUN_TEST_FOLDER")
    if folder is not None:
        sys.path.insert(1, folder)
    loader = importlib.machinery.SourceFileLoader(name, path)
    spec = importlib.util.spec_from_loader(name, loader)
    if spec is None:
        raise ImportError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    loader.exec_module(module)
    return module


def _build_suite(module):
    suite = unittest.defaultTestLoader.loadTestsFromModule(module)
    # Plain functions are tests too, as in pytest.
    for name, value in vars(module).items():
        if not name.startswith("test_") or not inspect.isfunction(value) or value.__module__ != module.__name__:
            continue
        if inspect.signature(value).parameters:
            continue
        suite.addTest(_PlainTest(value))
    return suite


def main(path, out_path, part):
    with open(out_path, "w", encoding="utf-8") as out:
        suite = _build_suite(_load(path))
        if part:
            chosen = [test for test in _tests_in(suite) if part.lower() in _format_name(test).lower()]
            suite = unittest.TestSuite(chosen)
        result = Reports(out)
        suite.run(result)


if __name__ == "__main__":
    main(*sys.argv[1:])
