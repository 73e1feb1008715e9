"""Runs one module of CPython's own tests as the script of a task and returns the failures."""

import importlib
import unittest


def run(params, reporter):
    from test import support

    support.verbose = 0
    # Tests that need further resources, such as hours or 2 GiB of disk, are skipped.
    support.use_resources = []
    result = unittest.TestResult()
    support._run_suite = lambda suite: suite.run(result)
    module = importlib.import_module(f"test.{params['module']}")
    if hasattr(module, "test_main"):
        module.test_main()
    else:
        unittest.TestLoader().loadTestsFromModule(module).run(result)
    found = [(test.id(), text.strip().splitlines()[-1]) for test, text in (*result.errors, *result.failures)]
    found += [(test.id(), "passes, where a failure is expected") for test in result.unexpectedSuccesses]
    return {"tests": result.testsRun, "skipped": len(result.skipped), "failed": found}
