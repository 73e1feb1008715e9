"""What a workflow script may import by name: its errors, and types for its annotations."""

from asyncio import CancelledError

# What the reporter gives as dicts. Only type checkers know their members: see the stub.
_SHAPES = ["Approval", "FileEntry", "FileHeading", "FileSearchResult"]
__all__ = [
    *_SHAPES,
    "ApprovalExpired",
    "ApprovalRejected",
    "Files",
    "Http",
    "HttpHeaders",
    "HttpResponse",
    "MetarunError",
    "Reporter",
    "Secrets",
    "StepError",
    "Task",
    "TaskCancelled",
    "TaskFailed",
]


class MetarunError(Exception):
    """A call of the reporter was refused.

    `code` is stable, such as "not_found"; `message` says what was wrong and what to do.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def __reduce__(self):
        return MetarunError, (self.code, self.message)


class StepError(MetarunError):
    """A step failed, for good: the same on every replay.

    `step` is its name; `type` and `message` are those of what its function raised.
    """

    def __init__(self, step: str, type: str, message: str) -> None:
        super().__init__("step_failed", f'step "{step}": {type + ": " if type else ""}{message}')
        self.step = step
        self.type = type
        self._told = message

    def __reduce__(self):
        return StepError, (self.step, self.type, self._told)


class ApprovalRejected(MetarunError):
    """Somebody has rejected what the script asked for: the same on every replay.

    `comment` is what they said, or None; `decided_by` who they are.
    """

    def __init__(self, message: str, comment=None, decided_by=None) -> None:
        super().__init__("approval_rejected", message)
        self.comment = comment
        self.decided_by = decided_by

    def __reduce__(self):
        return ApprovalRejected, (self.message, self.comment, self.decided_by)


class ApprovalExpired(MetarunError):
    """Nobody has decided in time what the script asked for: the same on every replay."""

    def __init__(self, message: str) -> None:
        super().__init__("approval_expired", message)

    def __reduce__(self):
        return ApprovalExpired, (self.message,)


class TaskFailed(MetarunError):
    """A child task did not succeed: the same on every replay.

    `task` is its name or identifier, `task_id` its id, `error_code` how it failed, such as "script_error".
    """

    def __init__(self, task: str, task_id: str, error_code: str, message: str) -> None:
        super().__init__("child_failed", f'task "{task}": {error_code}: {message}')
        self.task = task
        self.task_id = task_id
        self.error_code = error_code
        self._told = message

    def __reduce__(self):
        return TaskFailed, (self.task, self.task_id, self.error_code, self._told)


class TaskCancelled(CancelledError):
    """Raised when the run is asked to stop: on cancel, timeout or shutdown.

    In the main thread it is raised wherever that is; in an async script at the `await` that `run` waits at.
    Like KeyboardInterrupt it passes by `except Exception`, so that `finally` blocks run; asyncio takes it for
    the cancellation that it is. The run is killed when it has not ended by itself within a short grace.
    """

    def __init__(self, message: str = "the run was asked to stop") -> None:
        super().__init__(message)


def __getattr__(name: str):
    if name in _SHAPES:
        return dict
    # Not at the top: the reporter's own module imports this one for its errors.
    if name in __all__:
        from metarun_guest import reporter

        return getattr(reporter, name)
    raise AttributeError(f"module 'metarun' has no attribute {name!r}")
