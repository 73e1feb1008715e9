"""For test files that `metarun test` runs: `from metarun.testing import run_task`."""

import base64
import json
import os
import socket
from collections.abc import Mapping
from typing import Any, NamedTuple, Optional, Union

__all__ = ["LogLine", "Outcome", "TaskError", "run_task"]

# Set by `metarun test`: its socket, the folder of the tested meta-task, and the meta-task itself: the folder or its only script.
_SOCKET = "METARUN_TEST_SOCKET"
_FOLDER = "METARUN_TEST_FOLDER"
_META_TASK = "METARUN_TEST_META_TASK"


class TaskError(NamedTuple):
    """The error of a task: a code such as "script_error", and the script's own frames in `stack`, or None."""

    code: str
    message: str
    stack: Optional[str]


class LogLine(NamedTuple):
    level: str
    text: str


class Outcome(NamedTuple):
    """The outcome of a task.

    `status` is "success", "failed", "cancelled", or "refused" if the params did not match and no task was made.
    `files` has the files of the workspace after the task, by absolute path: text, or bytes if they are not UTF-8.
    """

    status: str
    result: Any
    error: Optional[TaskError]
    phases: list[str]
    progress: int
    logs: list[LogLine]
    steps: list[dict[str, Any]]
    calls: list[dict[str, Any]]
    children: list[dict[str, Any]]
    memories: list[dict[str, Any]]
    files: dict[str, Union[str, bytes]]


def run_task(
    path: Optional[str] = None,
    *,
    params: Optional[Mapping[str, Any]] = None,
    files: Optional[Mapping[str, Any]] = None,
    secrets: Optional[Mapping[str, Any]] = None,
    memories: Optional[list[Any]] = None,
    stubs: Optional[Mapping[str, Any]] = None,
    model: Optional[list[Any]] = None,
    approvals: Optional[list[Any]] = None,
    events: Optional[list[Any]] = None,
    time: Optional[str] = None,
) -> Outcome:
    """Runs a task, sandboxed and in a project of its own, and waits for its end.

    It runs the meta-task that the test file belongs to, or the folder or script `path`, relative to that. The other
    arguments are the fields of a case; the contents of `files` may be bytes as well. Raises AssertionError if the script asked
    for something that has no stub, RuntimeError if the task cannot be run at all. A task that fails is an outcome.
    """
    given = {
        "params": params,
        "files": None if files is None else {name: _content(content) for name, content in files.items()},
        "secrets": secrets,
        "memories": memories,
        "stubs": stubs,
        "model": model,
        "approvals": approvals,
        "events": events,
        "time": time,
    }
    answer = _ask(
        {
            "path": _setting(_META_TASK) if path is None else os.path.join(_setting(_FOLDER), path),
            "case": {name: value for name, value in given.items() if value is not None},
        }
    )
    if "error" in answer:
        raise RuntimeError(answer["error"])
    if answer["mismatches"]:
        raise AssertionError("\n".join(answer["mismatches"]))
    outcome = answer["outcome"]
    error = outcome["error"]
    return Outcome(
        **{
            **outcome,
            "error": None if error is None else TaskError(**error),
            "logs": [LogLine(**line) for line in outcome["logs"]],
            "files": {name: _text_or_bytes(content) for name, content in outcome["files"].items()},
        }
    )


def _ask(request: dict[str, Any]) -> dict[str, Any]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.connect(_setting(_SOCKET))
        connection.sendall(json.dumps(request).encode())
        connection.shutdown(socket.SHUT_WR)
        with connection.makefile("rb") as stream:
            answer = stream.read()
    if not answer:
        raise RuntimeError("metarun test has ended.")
    return json.loads(answer)


def _setting(name: str) -> str:
    value = os.environ.get(name)
    if value is None:
        raise RuntimeError("run_task works only in test files that `metarun test` runs.")
    return value


def _content(content: Any) -> Any:
    if isinstance(content, (bytes, bytearray)):
        return {"base64": base64.b64encode(content).decode()}
    return content


def _text_or_bytes(content: str) -> Union[str, bytes]:
    data = base64.b64decode(content)
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data
