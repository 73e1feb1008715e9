"""The process of one run, from its fork to its end."""

import _random
import gc
import os
import random
import sys
from typing import NoReturn, Optional

from . import confine, preload
from .failures import guest_failure
from .output_pipes import Pipes
from .strict_json import encode

# The C function of `random.seed`, which in Python touches more pages.
_seed = _random.Random.seed


def prepare(keep_fd: int, pipes: Pipes) -> None:
    """Prepares the process before it has a run. It keeps `keep_fd` open, and `pipes` become its output."""
    confine.detach(keep_fd, pipes)
    # Otherwise every run of this server would draw the same numbers.
    _seed(random._inst)  # pyright: ignore[reportAttributeAccessIssue]
    preload.execute.prepare(pipes)


def be_run(
    conn_fd: int,
    hello: dict,
    received: bytes,
    cwd: str,
    server: Optional[int],
    space: int,
    packages: str,
    refusal_fd: Optional[int],
) -> NoReturn:
    """Confines the process, makes it answer the requests from `conn_fd`, and ends it.

    `hello` is the first line of the connection, `received` the data after it. `server` and `space` are arguments of
    `confine.confine`. `packages` is a folder with packages for the script, or "". `refusal_fd` receives the reason if
    the script cannot start; None for no such descriptor. A script never gets it, since it could otherwise have itself
    run again any number of times.
    """
    waiting = refusal_fd

    def begin() -> None:
        nonlocal waiting
        if waiting is not None:
            os.close(waiting)
            waiting = None

    try:
        base_dir = sys.path.pop(0)
        confine.confine(conn_fd, server, space, hello["memory_bytes"], hello["cpu_ms"], cwd)
        gc.enable()
        sys.path_importer_cache.pop(base_dir, None)
        if hello["kind"] == "check":
            begin()
            preload.check.answer_check(received)
        else:
            preload.execute.execute(received, packages, begin)
        os._exit(0)
    except BaseException as error:
        _report(error, waiting)
    finally:
        os._exit(70)


def _report(error: BaseException, refusal_fd: Optional[int]) -> None:
    """Reports that the guest itself has failed: as the reason why the script has not started, or as the outcome of the
    run.
    """
    failure = guest_failure(error)
    try:
        if refusal_fd is not None:
            os.write(refusal_fd, failure["message"].encode())
        else:
            os.write(confine.CHANNEL_FD, encode({"type": "failed", "error": failure}).encode() + b"\n")
    except OSError:
        # The channel does not exist yet, or no longer. The host only gets the exit code.
        pass
