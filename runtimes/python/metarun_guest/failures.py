"""Converts any exception of a script into the `error` of a `failed` frame. Never raises, however strange the exception."""

import reprlib
import sys
import threading
import traceback
from asyncio import CancelledError
from typing import Optional

from .channel import Channel
from .output import log_lines
from .places import is_of_author
from .retry_advice import retry_advice
from .strict_json import NotJson, clean

_MAX_MESSAGE = 8_000
_MAX_STACK = 32_000
# The number and types of an exception's fields that are shown, and their format.
_MOST_FIELDS = 10
_PLAIN = (type(None), bool, int, float, str, list, tuple, dict)
_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 500


def describe_error(thrown: BaseException, cancel_asked: bool) -> dict:
    # Its own methods may answer for its attributes, `__class__` among them, but not for its type.
    kind = type(thrown)
    if issubclass(kind, NotJson):
        return _error("invalid_result", "", _text(thrown, str), None)
    # Some versions of asyncio replace the exception that ended the task with a new one.
    if issubclass(kind, CancelledError) and cancel_asked:
        return _error("cancelled", "", "The run was cancelled.", None)
    stack = format_stack(thrown)
    if issubclass(kind, MemoryError):
        return _error("out_of_memory", "", "", stack)
    if issubclass(kind, SystemExit):
        code = _text(thrown, lambda exit: repr(exit.code))
        return _error(
            "script_error", "SystemExit", f"the script called sys.exit({code}); return from run, or raise an error", stack
        )
    message = _text(thrown, str)
    if issubclass(kind, ModuleNotFoundError) and message.startswith("No module named"):
        missing = _text(thrown, lambda error: error.name or "")
        message = f"{message}; {_missing_module(missing)}" if missing else message
    error = _error("script_error", _type_name(thrown), message, stack)
    advice = _advice(thrown)
    return error if advice is None else {**error, "retry": advice}


def guest_failure(error: BaseException) -> dict:
    """Returns the `error` for a run whose guest has failed, not its script."""
    return _error("sandbox_error", "", f"the guest failed: {_type_name(error)}: {_text(error, str)}", None)


def log_strays(channel: Channel) -> None:
    """Logs exceptions of threads and finalizers with the script's own frames only, as for `run`."""

    def log(where: str, thrown) -> None:
        log_lines(channel, "warning", f"Exception {where}:\n{format_stack(thrown) or _type_name(thrown)}")

    def in_thread(args) -> None:
        if not channel.is_open:
            # A process that the script has forked has no log, only its standard error.
            threading.__excepthook__(args)
        elif not issubclass(args.exc_type, SystemExit):
            log(f"in thread {_text(args.thread, lambda thread: thread.name)}", args.exc_value)

    def unraisable(args) -> None:
        if channel.is_open:
            log(f"ignored in {_text(args.object, repr)}", args.exc_value)
        else:
            sys.__unraisablehook__(args)

    threading.excepthook = in_thread
    sys.unraisablehook = unraisable


def _error(code: str, kind: str, message: str, stack) -> dict:
    return {"code": code, "type": kind, "message": message, "stack": stack}


def _missing_module(name: str) -> str:
    top = clean(name.split(".")[0], 100)
    return (
        "if it is a package, add it to `dependencies` in a `# /// script` block at the top of the script; "
        f"if it is your own file, put {top}.py beside the script"
    )


def _advice(thrown: BaseException) -> Optional[dict]:
    try:
        advice = retry_advice(thrown) or {}
        if "code" in advice:
            return {"code": clean(advice["code"], 100)}
        if "after" in advice:
            return {"after": min(max(float(advice["after"]), 0.0), 1e9)}
        return {"final": True} if "final" in advice else None
    except BaseException:
        return None


def _type_name(thrown: BaseException) -> str:
    try:
        return clean(type(thrown).__name__, 200)
    except BaseException:
        return "Exception"


def _text(value, convert) -> str:
    try:
        return clean(convert(value), _MAX_MESSAGE)
    except BaseException:
        return "(this value cannot be shown: its own conversion to text failed)"


def format_stack(thrown: BaseException):
    """Returns a traceback in Python's format, with the script's own frames only."""
    try:
        whole = traceback.TracebackException.from_exception(thrown)
        _keep_script_frames(whole)
        text = "".join(whole.format()).rstrip("\n") + _fields_text(thrown)
    except BaseException:
        return None
    if len(text) > _MAX_STACK:
        # Both ends matter most: the start of the call chain and the exception itself.
        text = f"{text[:8_000]}\n  [...]\n{text[-(_MAX_STACK - 8_010) :]}"
    return clean(text)


def _fields_text(thrown: BaseException) -> str:
    """Returns the plain fields of an exception, such as `status` and `body`, as a line below its traceback."""
    try:
        fields = [(name, value) for name, value in vars(thrown).items() if name[:1] != "_" and type(value) in _PLAIN]
        shown = ", ".join(f"{clean(name, 100)}={_SHORT.repr(value)}" for name, value in fields[:_MOST_FIELDS])
    except BaseException:
        # A list may contain anything.
        return ""
    return f"\n  with {shown}" if shown else ""


def _keep_script_frames(whole: traceback.TracebackException) -> None:
    seen = set()
    todo: list[Optional[traceback.TracebackException]] = [whole]
    while todo:
        one = todo.pop()
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        one.stack = traceback.StackSummary.from_list([frame for frame in one.stack if is_of_author(frame.filename)])
        todo += [one.__cause__, one.__context__, *(getattr(one, "exceptions", None) or ())]
