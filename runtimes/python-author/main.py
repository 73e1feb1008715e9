"""Reads scripts for `metarun check`, and runs none: python3 -I -S -B main.py.

A request is a line on standard input, `{"id", "source", "on_image"}`. Its answer is a line on standard output: the result of
the server's own check, `{"id", "diagnostics", "params_schema", "dependencies"}`, with `unknown` members of the reporter, and
the `calls` of it whose first argument is a phase, a step or a task.
"""

import os
import sys

_HERE = os.path.dirname(os.path.abspath(__file__))
_GUEST = os.path.join(os.path.dirname(_HERE), "python")
sys.path[:0] = [_HERE, _GUEST]

from metarun_author.answers import serve  # noqa: E402

if __name__ == "__main__":
    serve(os.path.join(_GUEST, "metarun", "__init__.pyi"))
