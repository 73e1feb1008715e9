"""Programs that a run calls, which are exempt from the limit on the address space of its own processes.

The limit exists so that a script which requests too much memory gets a MemoryError. Node, Deno, the JVM and others
reserve many times what they use, and do not start within the limit. Their actual use counts as memory of the run.
"""

import _posixsubprocess
import functools
import os
import resource
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Callable, Optional

# From Python 3.11 on, `subprocess` has a separate reference to the function.
_CALLS = (
    (_posixsubprocess, "fork_exec"),
    (subprocess, "_fork_exec"),
    *((os, name) for name in ("execv", "execve", "posix_spawn", "posix_spawnp", "system")),
)

# The soft limit that `limit_space` has set.
_limit: Optional[int] = None
# Reentrant, since a signal handler of the script may call a program in the middle of another call.
_lock = threading.RLock()
# The threads whose calls have lifted the limit, once per call.
_callers: list[int] = []


def limit_space(most: int) -> None:
    """Limits the address space of this process and of those that it forks, in bytes."""
    global _limit
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    _limit = most if hard == resource.RLIM_INFINITY else min(most, hard)
    _set_soft(_limit)


def lift_limit() -> None:
    """Lifts the limit of this process, if it has one."""
    _set_soft(resource.getrlimit(resource.RLIMIT_AS)[1])


def install() -> None:
    """Makes each function that calls a program lift the limit meanwhile, since a program inherits its caller's limit."""
    for module, name in _CALLS:
        if hasattr(module, name):
            setattr(module, name, _lifting(getattr(module, name)))
    os.register_at_fork(after_in_child=_forget_callers)


def _lifting(call: Callable) -> Callable:
    @functools.wraps(call)
    def call_without_limit(*args, **kwargs):
        with _lifted():
            return call(*args, **kwargs)

    return call_without_limit


@contextmanager
def _lifted() -> Iterator[None]:
    """Lifts the limit, unless the script has set it itself, and so means it for its programs."""
    caller = threading.get_ident()
    with _lock:
        is_ours = bool(_callers) or (_limit is not None and resource.getrlimit(resource.RLIMIT_AS)[0] == _limit)
        if is_ours:
            _callers.append(caller)
            lift_limit()
    try:
        yield
    finally:
        if is_ours:
            with _lock:
                _callers.remove(caller)
                if not _callers:
                    _restore_limit()


def _forget_callers() -> None:
    """Forgets the calls of other threads, which do not exist after a fork. A process forked by such a call is about to
    become a program.
    """
    global _lock
    _lock = threading.RLock()
    if _callers and threading.get_ident() not in _callers:
        _callers.clear()
        _restore_limit()


def _restore_limit() -> None:
    if _limit is not None:
        _set_soft(_limit)


def _set_soft(most: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))
