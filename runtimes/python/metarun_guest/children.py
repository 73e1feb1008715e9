"""`reporter.run_task`, `run_tasks` and `wait_for_event`: waiting for other tasks and for events."""

from typing import Optional

from .channel import Requests
from .errors import TaskFailed

_MAX_TIMEOUT_SECONDS = 366 * 24 * 60 * 60


def task_calls(identifier: str, params, name: Optional[str]) -> Requests:
    task = _task("run_task", identifier, params, name)
    (outcome,) = yield "task.run", {"tasks": [task]}
    return _result(task, outcome)


def tasks_calls(tasks, settled: bool) -> Requests:
    if not isinstance(settled, bool):
        raise TypeError(f"run_tasks: settled must be bool, not {type(settled).__name__}")
    asked = [_parse_task(task) for task in tasks]
    outcomes = yield "task.run", {"tasks": asked}
    if settled:
        return outcomes
    return [_result(task, outcome) for task, outcome in zip(asked, outcomes)]


def event_calls(name: str, timeout) -> Requests:
    if not isinstance(name, str):
        raise TypeError(f"wait_for_event: name must be str, not {type(name).__name__}")
    if timeout is not None:
        if isinstance(timeout, bool) or not isinstance(timeout, (int, float)):
            raise TypeError(f"wait_for_event: timeout must be a number of seconds, not {type(timeout).__name__}")
        if not 0 <= timeout <= _MAX_TIMEOUT_SECONDS:
            raise ValueError(f"wait_for_event: timeout must be from 0 to {_MAX_TIMEOUT_SECONDS}, not {timeout!r}")
    return (yield "event.wait", {"name": name, "timeout": timeout})


def _parse_task(task) -> dict:
    if not isinstance(task, (tuple, list)) or not 1 <= len(task) <= 3:
        raise TypeError('run_tasks: each task must be ("identifier", params) or with a name behind')
    return _task("run_tasks", *task)


def _task(where: str, identifier, params=None, name=None) -> dict:
    if not isinstance(identifier, str):
        raise TypeError(f"{where}: identifier must be str, not {type(identifier).__name__}")
    if params is not None and not isinstance(params, dict):
        raise TypeError(f"{where}: params must be dict, not {type(params).__name__}")
    if name is not None and not isinstance(name, str):
        raise TypeError(f"{where}: name must be str, not {type(name).__name__}")
    return {"task": identifier, "params": params or {}, "name": name}


def _result(task: dict, outcome: dict):
    if outcome["status"] == "success":
        return outcome["result"]
    raise TaskFailed(
        task["name"] or task["task"],
        outcome["task_id"],
        outcome["error_code"],
        outcome["error_message"],
    )
