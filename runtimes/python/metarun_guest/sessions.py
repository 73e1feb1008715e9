"""Sessions of processes. Linux may divide the processors among sessions before it considers niceness (autogroups).

Each run therefore has a session with a lower weight than the server's, and the filter denies it other sessions. Scripts
start a session to be able to end all of it at once; a process group serves that purpose as well.
"""

import os
import subprocess
import sys
from typing import Any

# Niceness of a run's session: its weight is a ninth of the server's.
OF_RUN = 10
# Niceness of a run that is no longer short or small, whose weight is negligible compared with others.
LAST = 19
# The kernel accepts ten changes per second from all users except root.
PAUSE_SECONDS = 0.11

# True if the kernel has this feature.
divide_processors = os.path.exists("/proc/self/autogroup")

_setsid = os.setsid


def begin() -> None:
    """Makes this process a session leader. The session has the same weight as the server's."""
    _setsid()


def begin_last() -> None:
    """Makes this process a session leader. Scripts in processes that it forks cannot start further sessions."""
    begin()
    for owner, name, taken in ((os, "setsid", _set_group), (subprocess.Popen, "__init__", _init)):
        setattr(owner, name, taken)


class Session:
    """The session of a process. The caller must not act as another user while this is created."""

    def __init__(self, pid: int) -> None:
        self._fd = -1
        if divide_processors:
            try:
                # Kept open: while this process acts as another user, the kernel refuses to open files of the other
                # process.
                self._fd = os.open(f"/proc/{pid}/autogroup", os.O_WRONLY)
            except OSError:
                # The process has ended, or the file is not writable here.
                pass

    def set_niceness(self, niceness: int) -> None:
        """Sets its niceness, unless it has ended. Raises BlockingIOError while the kernel accepts no more changes."""
        if self._fd >= 0:
            try:
                os.write(self._fd, str(niceness).encode())
            except ProcessLookupError:
                pass

    def close(self) -> None:
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


def _set_group() -> None:
    os.setpgid(0, 0)


_popen_init = subprocess.Popen.__init__


def _init(self: subprocess.Popen, *args: Any, start_new_session: bool = False, **options: Any) -> None:
    if start_new_session and sys.version_info >= (3, 11):
        options.setdefault("process_group", 0)
    elif start_new_session:
        before = options.get("preexec_fn")

        def prepare() -> None:
            _set_group()
            if before is not None:
                before()

        options["preexec_fn"] = prepare
    _popen_init(self, *args, **options)
