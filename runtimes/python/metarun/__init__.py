"""What a workflow script may import by name: `from metarun import MetarunError, TaskCancelled`."""

__all__ = ["MetarunError", "TaskCancelled"]


class MetarunError(Exception):
    """A call of the reporter was refused.

    `code` is stable, such as "not_found"; `message` says what was wrong and what to do.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return f"{self.message} ({self.code})"

    def __reduce__(self):
        return MetarunError, (self.code, self.message)


class TaskCancelled(BaseException):
    """Raised in the main thread when the run is asked to stop: on cancel, timeout or shutdown.

    Like KeyboardInterrupt it passes by `except Exception`, so that `finally` blocks run. The run is
    killed when it has not ended by itself within a short grace.
    """
