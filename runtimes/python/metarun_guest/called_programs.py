"""Programs that a run calls: the limit on the address space of its own processes does not hold for them.

The limit is there so that a script which asks for too much memory gets a MemoryError. Node, Deno, the JVM and others reserve
many times what they use, and do not start within it. What they use counts as memory of the run.
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

# `subprocess` has its own name for the function, from Python 3.11 on.
_CALLS = (
    (_posixsubprocess, "fork_exec"),
    (subprocess, "_fork_exec"),
    *((os, name) for name in ("execv", "execve", "posix_spawn", "posix_spawnp", "system")),
)

# The soft limit that `limit_space` has set.
_limit: Optional[int] = None
# A signal handler of the script may call a program in the midst of another call.
_lock = threading.RLock()
# The threads that make the calls for which it is lifted, once for each.
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
    """Has each function that calls a program lift the limit meanwhile, since a program has the limit of its caller."""
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
    """Lifts the limit, but not one that the script has set itself, which it means for its programs."""
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
    """Forgets the calls of other threads, which a fork does not have. The fork of a call itself is about to be a program."""
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
