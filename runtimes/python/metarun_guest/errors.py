"""The errors that scripts import from `metarun`. Tracebacks and pickles show them with that module."""

import math
from asyncio import CancelledError
from datetime import timedelta
from typing import Optional, Union

# As in the host: a week.
_MAX_RETRY_SECONDS = 604_800

# Type of a recorded timeout, and code of the error that the script gets.
STEP_TIMEOUT = "step_timeout"


class MetarunError(Exception):
    """The error of a refused call of the reporter.

    `code` is stable, such as "not_found"; `message` says what was wrong and what to do.
    """

    __module__ = "metarun"

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple:
        return MetarunError, (self.code, self.message)


class NonRetryable(Exception):
    """Raise this exception, or a subclass, to fail without another attempt; in a step, without another call of its
    function.
    """

    __module__ = "metarun"


class RetryAfter(Exception):
    """Raise this exception, or a subclass, to fail with a pause of `seconds` before the next attempt, instead of the
    meta-task's.

    In a step, it is the pause before the next call of its function. Whether there is another attempt is decided as for
    any other exception.
    """

    __module__ = "metarun"

    def __init__(self, seconds: Union[float, timedelta], message: Optional[str] = None) -> None:
        value = seconds.total_seconds() if isinstance(seconds, timedelta) else seconds
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise TypeError(f"RetryAfter: seconds must be a number or a timedelta, not {type(seconds).__name__}")
        if not (math.isfinite(value) and 0 <= value <= _MAX_RETRY_SECONDS):
            raise ValueError(f"RetryAfter: seconds must be from 0 to {_MAX_RETRY_SECONDS}, not {value!r}")
        super().__init__(f"to be tried again after {value:g} s" if message is None else message)
        self.seconds = value
        self._message = message

    def __reduce__(self) -> tuple:
        return type(self), (self.seconds, self._message)


class StepError(MetarunError):
    """Raised if a step has failed for good; every replay fails in the same way.

    `step` is its name; `type` and `message` are those of the exception that its function raised. `code` is
    "step_failed", or "step_timeout" if the last call of its function exceeded the step's timeout.
    """

    __module__ = "metarun"

    def __init__(self, step: str, type: str, message: str) -> None:
        code = STEP_TIMEOUT if type == STEP_TIMEOUT else "step_failed"
        super().__init__(code, f'step "{step}": {type + ": " if type else ""}{message}')
        self.step = step
        self.type = type
        self._reason = message
        # The retry advice of the exception that its function raised.
        self._retry: Optional[dict] = None

    def __reduce__(self) -> tuple:
        return StepError, (self.step, self.type, self._reason), {"_retry": self._retry}


class ApprovalRejected(MetarunError):
    """Raised if a person has rejected the request; every replay fails in the same way.

    `comment` is their comment or None; `decided_by` is their name.
    """

    __module__ = "metarun"

    def __init__(self, message: str, comment: Optional[str] = None, decided_by: Optional[str] = None) -> None:
        super().__init__("approval_rejected", message)
        self.comment = comment
        self.decided_by = decided_by

    def __reduce__(self) -> tuple:
        return ApprovalRejected, (self.message, self.comment, self.decided_by)


class ApprovalExpired(MetarunError):
    """Raised if no decision on the request was made in time; every replay fails in the same way."""

    __module__ = "metarun"

    def __init__(self, message: str) -> None:
        super().__init__("approval_expired", message)

    def __reduce__(self) -> tuple:
        return ApprovalExpired, (self.message,)


class TaskFailed(MetarunError):
    """Raised if a child task did not succeed; every replay fails in the same way.

    `task` is its name or identifier, `task_id` its id, `error_code` the kind of failure, such as "script_error".
    """

    __module__ = "metarun"

    def __init__(self, task: str, task_id: str, error_code: str, message: str) -> None:
        super().__init__("child_failed", f'task "{task}": {error_code}: {message}')
        self.task = task
        self.task_id = task_id
        self.error_code = error_code
        self._reason = message

    def __reduce__(self) -> tuple:
        return TaskFailed, (self.task, self.task_id, self.error_code, self._reason)


class McpOutcomeUnknown(MetarunError):
    """Raised if it is unknown whether a call of an MCP tool took effect; every replay fails in the same way."""

    __module__ = "metarun"
    CODE = "mcp_outcome_unknown"

    def __init__(self, message: str) -> None:
        super().__init__(self.CODE, message)

    def __reduce__(self) -> tuple:
        return McpOutcomeUnknown, (self.message,)


class TaskCancelled(CancelledError):
    """Raised when the run is asked to stop: on cancel, timeout or shutdown.

    In the main thread, it is raised wherever the thread is; in an async script, at the `await` where `run` waits. Like
    KeyboardInterrupt, it is not caught by `except Exception`, so that `finally` blocks run. asyncio treats it as a
    cancellation. The run is killed if it does not end by itself within a short grace period.
    """

    __module__ = "metarun"

    def __init__(self, message: str = "the run was asked to stop") -> None:
        super().__init__(message)
