import ast
import json
import sys

from metarun_guest.check import check
from metarun_guest.script_files import split_script
from metarun_guest.strict_json import encode

from .calls import read_calls
from .stub import read_members


def serve(stub: str) -> None:
    members = read_members(stub)
    for line in sys.stdin.buffer:
        request = json.loads(line)
        sys.stdout.write(encode({"id": request["id"], **_answer(request["source"], request["on_image"], members)}) + "\n")
        sys.stdout.flush()


def _answer(source: str, on_image: bool, members: dict) -> dict:
    source = source[1:] if source.startswith("\ufeff") else source
    checked = check(source, on_image)
    answer = {
        "diagnostics": checked.diagnostics,
        "params_schema": checked.params_schema,
        "dependencies": [one._asdict() for one in checked.dependencies],
        "doubts": list(checked.doubts),
        "unknown": [],
        "calls": [],
        "floating": [],
    }
    try:
        found = read_calls(ast.parse(split_script(source).source), members)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        # The check has reported it.
        return answer
    return {**answer, **found._asdict()}
