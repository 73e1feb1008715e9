"""The `reporter` that a script's `run` receives."""

import math
from collections.abc import Iterable
from typing import Any, Callable, Optional

from .approvals import approval_calls
from .async_waits import AsyncWaits
from .channel import Channel
from .children import event_calls, task_calls, tasks_calls
from .files import Files
from .http_requests import Http
from .mcp import Mcp
from .memory import Memory
from .models import Ai
from .output import log_lines
from .steps import MAX_DELAY_SECONDS, sleep_calls, step
from .strict_json import clean
from .workspace_folder import Workspace

_LEVELS = ("debug", "info", "warning", "error")


class Task:
    """The running task: read-only `id`, `name`, `attempt`, `project`, `task_type`, `version`."""

    __slots__ = ("id", "name", "attempt", "project", "task_type", "version")
    id: str
    name: str
    attempt: int
    project: str
    task_type: str
    version: int

    def __init__(self, info: dict) -> None:
        for name in self.__slots__:
            object.__setattr__(self, name, info.get(name))

    def __setattr__(self, name, _value):
        raise AttributeError(f"reporter.task.{name} cannot be set: it describes the running task")

    def __repr__(self) -> str:
        return f"Task(id={self.id!r}, name={self.name!r}, attempt={self.attempt!r})"


class Secrets:
    """Secrets of the project, stored by its administrators."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel

    def get(self, name: str) -> str:
        """Returns the secret's value. From then on, it is redacted from the run's log and results.

        Raises MetarunError with code `not_found` if the project has no such secret.
        """
        if not isinstance(name, str):
            raise TypeError(f"secrets.get: name must be str, not {type(name).__name__}")
        return self._channel.call("secrets.get", {"name": name})


class Reporter:
    """Reports the progress of a script and provides the features of the service. Safe to use from threads."""

    task: Task

    def __init__(self, channel: Channel, workspace: Workspace) -> None:
        """Called in the fork server. `task` is set once there is a run."""
        self._channel = channel
        self._workspace = workspace
        self._progress = 0
        self.files = Files(channel)
        self.http = Http(channel)
        self.secrets = Secrets(channel)
        self.ai = Ai(channel)
        self.mcp = Mcp(channel)
        self.memory = Memory(channel)
        self.aio = AsyncWaits(channel)

    @property
    def workspace(self) -> str:
        """The folder with the files of the workspace: "/workspace", or another path if there is no sandbox."""
        return self._workspace.open()

    def set_phase(self, text: str) -> None:
        """Sets the task's current phase."""
        if not isinstance(text, str):
            raise TypeError(f"set_phase: text must be str, not {type(text).__name__}")
        self._channel.send({"type": "phase", "text": clean(text, 500)})

    def set_progress(self, value: float) -> None:
        """Sets the progress in percent, 0 to 100. It is rounded down and never decreases."""
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise TypeError(f"set_progress: value must be a number, not {type(value).__name__}")
        if not (math.isfinite(value) and 0 <= value <= 100):
            raise ValueError(f"set_progress: value must be between 0 and 100, not {value!r}")
        whole = int(value)
        if whole > self._progress:
            self._progress = whole
            self._channel.send({"type": "progress", "value": whole})

    def output(self, text: str) -> None:
        """Shows text to people watching the task as part of its output, such as an answer that arrives in pieces.

        It is kept until an hour after the end of the task. Up to 65,536 characters at once.
        """
        if not isinstance(text, str):
            raise TypeError(f"output: text must be str, not {type(text).__name__}")
        self._channel.call("output", {"text": text})

    def step(
        self,
        name: str,
        fn: Callable[[], Any],
        attempts: int = 1,
        delay: float = 1.0,
        factor: float = 2.0,
        max_delay: float = MAX_DELAY_SECONDS,
        timeout: Optional[float] = None,
    ) -> Any:
        """Calls `fn` once and records its result as JSON; when the script runs again, returns the record.

        If the call raises an exception, it is repeated, up to `attempts` calls in total, after `delay` seconds, each
        further time after `factor` times as long, up to `max_delay`. Then raises StepError, and on every replay. A call
        that exceeds `timeout` seconds is ended and fails with the code `step_timeout`. Returns an awaitable if `fn`
        does.
        """
        return step(self._channel, name, fn, attempts, delay, factor, max_delay, timeout)

    def sleep(self, seconds: float) -> None:
        """Waits for this time. If longer than one second, the task waits without a process, and the script then runs
        again.
        """
        self._channel.ask(sleep_calls(seconds))

    def ask_approval(self, prompt: str, proposal: Any = None, form=None, expires_in=None, notify=None) -> dict:
        """Asks a person and returns their approval: `decision` ("approve"), `comment`, `payload` and `decided_by`.

        They see `prompt` and `proposal` (JSON). `form` is a JSON Schema that `payload` will match. Raises
        ApprovalRejected, and ApprovalExpired after `expires_in` (seconds or a timedelta). `notify` is called once
        before the wait, as a step, with a PendingApproval, whose `link(name)` returns the URL of a page to decide on.
        The task waits without a process, and the script then runs again.
        """
        return self._channel.ask(approval_calls(self._channel, prompt, proposal, form, expires_in, notify))

    def run_task(self, identifier: str, params: Optional[dict] = None, name: Optional[str] = None) -> Any:
        """Runs a meta-task of the project as a child of this task, and returns its result.

        Raises TaskFailed if it does not succeed, and MetarunError if it cannot be accepted; likewise on every replay.
        """
        return self._channel.ask(task_calls(identifier, params, name))

    def run_tasks(self, tasks: Iterable[tuple], settled: bool = False) -> list:
        """Runs many children at once, each `("identifier", params)` or `("identifier", params, name)`.

        Waits for all of them and returns their results in the same order, or raises TaskFailed for the first that did
        not succeed. With `settled`, it returns the outcome of each: dicts with `status` ("success" or "failed"),
        `task_id`, and `result` or `error_code` and `error_message`.
        """
        return self._channel.ask(tasks_calls(tasks, settled))

    def wait_for_event(self, name: str, timeout: Optional[float] = None) -> Any:
        """Waits for an event with this name that is sent to the task, and returns its payload.

        Each event is delivered to one wait, in order of arrival, even if it arrived before the wait. Raises
        MetarunError with code `event_timeout` after `timeout` seconds.
        """
        return self._channel.ask(event_calls(name, timeout))

    def log(self, text: str, level: str = "info") -> None:
        """Adds to the task's log; `level` is debug, info, warning or error."""
        if not isinstance(level, str):
            raise TypeError(f"log: level must be str, not {type(level).__name__}")
        if level not in _LEVELS:
            raise ValueError(f"log: level must be one of {', '.join(_LEVELS)}, not {level!r}")
        log_lines(self._channel, level, str(text))
