"""Runs one script in this process, which then ends."""

import inspect
import linecache
import os
import site
import socket
import sys
import types
from typing import Callable

from . import called_programs, confine, network, program_end, spawned_processes
from .channel import Channel, LineReader, read_line
from .errors import TaskCancelled
from .event_loop import run_awaitable
from .failures import describe_error, log_strays
from .handover import parsed
from .output import Output
from .output_pipes import Pipes
from .params.arguments import typed
from .places import SCRIPT_FILE, SCRIPT_FILES
from .pump import Pump
from .reporter import Reporter, Task
from .script_files import install, split_script
from .strict_json import encode, strict_text
from .workspace_folder import Workspace, names_workspace

# Types that are certainly not awaitable: checking would touch many pages.
_PLAIN = (type(None), dict, list, str, int, float, bool)

_channel = Channel()
_output = Output(_channel)
_pump = Pump(_channel, _output.collected)
_workspace = Workspace(_channel)
_reporter = Reporter(_channel, _workspace)
log_strays(_channel)
program_end.note_registered()


def prepare(pipes: Pipes) -> None:
    """Prepares this process, whose output leads to `pipes`, before it has a run; keeps its file descriptors."""
    _channel.prepare()
    _pump.prepare(pipes)


def execute(received: bytes, packages: str, begin: Callable[[], None]) -> None:
    """Reads the `run` frame from the channel, which begins with `received`, and answers it.

    `packages` is a folder with packages for the script, or "". `begin` is called before any code of the script or its
    packages runs.
    """
    channel, pump = _channel, _pump
    sock = socket.socket(fileno=confine.CHANNEL_FD)
    reader = LineReader(received)
    line = read_line(sock, reader)
    frame = parsed(line)
    _workspace.begin()
    limits = frame["limits"]
    network.use(frame["network"])
    channel.open(sock, limits["max_log_bytes"])
    _output.capture()
    pump.start(confine.CHANNEL_FD, reader)
    begin()

    def suspend(calls: list[int]) -> None:
        channel.ignore_cancel()
        program_end.flush_all()
        pump.finish()
        channel.send_json(encode({"type": "suspend", "on": calls}))
        channel.linger()
        # No `finally` of the script runs: the script will run again and continue from here.
        os._exit(0)

    channel.suspend = suspend
    try:
        try:
            if packages:
                # Comes after the standard library, so that no package can replace one of its modules.
                site.addsitedir(packages)
            if names_workspace(line):
                _workspace.open()
            answer = _to_the_end(frame, channel, limits["max_result_bytes"])
        except BaseException as thrown:
            try:
                program_end.block_signals()
            except BaseException:
                # It is the last exception of a handler.
                pass
            answer = _failed(thrown, channel)
        channel.ignore_cancel()
    except TaskCancelled as thrown:
        # The script had finished when it was asked to stop.
        channel.ignore_cancel()
        answer = _failed(thrown, channel)
    pump.finish()
    channel.send_json(answer)
    channel.linger()


def _to_the_end(frame: dict, channel: Channel, max_bytes: int) -> str:
    """Runs the script, then everything that a program does before it ends; returns the answer. Only the first process
    returns.
    """
    own_modules = len(sys.modules)
    answer, result, thrown = None, None, None
    try:
        result = _run(frame, channel)
    except BaseException as error:
        thrown = error
        if channel.is_open:
            answer = _failed(error, channel)
            if not isinstance(error, SystemExit) and not channel.cancel_asked:
                program_end.show_by_hook(error)
    # No error is being handled from here on: failing `atexit` functions are unrelated to it.
    try:
        if channel.is_open:
            program_end.finish_work(channel)
        if not channel.is_open:
            program_end.end_child(thrown, own_modules)
        if answer is None:
            answer = _done(result, max_bytes)
    except BaseException as error:
        answer = _failed(error, channel)
    # The objects that they refer to are freed as well.
    result, thrown = None, None
    try:
        program_end.end_program(channel, own_modules)
    finally:
        _workspace.store()
    return answer


def _run(frame: dict, channel: Channel):
    script = split_script(frame["script"])
    spawned_processes.use(script)
    source, files = script
    if files:
        install(files)
        SCRIPT_FILES.update(files)
    module = types.ModuleType("workflow")
    module.__file__ = SCRIPT_FILE
    sys.modules["workflow"] = sys.modules["__main__"] = module
    sys.argv = [SCRIPT_FILE]
    # Lets tracebacks show the script's lines although the file does not exist.
    linecache.cache[SCRIPT_FILE] = (len(source), None, source.splitlines(True), SCRIPT_FILE)
    exec(compile(source, SCRIPT_FILE, "exec", dont_inherit=True), module.__dict__)
    run = module.__dict__.get("run")
    if not callable(run):
        raise TypeError("the script defines no function `run`: write `def run(params, reporter):`")
    _reporter.task = Task(frame["task"])
    result = run(typed(run, frame["params"]), _reporter)
    if type(result) not in _PLAIN and inspect.isawaitable(result):
        result = run_awaitable(result, channel)
    return result


def _done(result, max_bytes: int) -> str:
    return f'{{"type":"done","result":{strict_text(result, "result", max_bytes)}}}'


def _failed(thrown: BaseException, channel: Channel) -> str:
    program_end.hold_signals()
    # Lets a run that has used up its memory still report that.
    called_programs.lift_limit()
    return encode({"type": "failed", "error": describe_error(thrown, channel.cancel_asked)})
