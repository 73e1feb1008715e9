"""Locations in the script."""

import json
import sys

SCRIPT_FILE = "workflow.py"
# The script and its further files.
SCRIPT_FILES = {SCRIPT_FILE}
# Folders with the author's code that is not part of the script; each path ends with a slash.
SCRIPT_FOLDERS: list[str] = []
# Calls that begin a durable step: the host records the script's location.
PLACED = frozenset(
    (
        "step.begin",
        "sleep",
        "approval.ask",
        "approval.open",
        "event.wait",
        "task.run",
        "model.generate",
        "model.embed",
        "mcp.call",
        "mcp.tools",
    )
)


def is_of_author(file: str) -> bool:
    """Returns whether a frame of this file is the author's own, rather than one of Python, a package or the guest."""
    return file in SCRIPT_FILES or file.startswith(tuple(SCRIPT_FOLDERS)) or not file.startswith(("/", "<"))


def called_from() -> str:
    """Returns the frame member with the script's line of this call; empty if no line of the script makes it."""
    frame = sys._getframe(1)
    while frame is not None:
        code = frame.f_code
        if code.co_filename in SCRIPT_FILES:
            return f',"at":{json.dumps(f"{code.co_filename}:{frame.f_lineno}")}'
        frame = frame.f_back
    return ""
