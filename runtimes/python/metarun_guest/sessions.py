"""Sessions of processes, among which Linux may divide the processors before it looks at any niceness (autogroups).

So each run has one that counts less than the server's, and the filter refuses others to it. What scripts start a session
for, which is to end all of it at once, a process group serves as well.
"""

import os
import subprocess
import sys
from typing import Any

# Of a run: a ninth of what the server's session counts.
OF_RUN = 10
# Of one that is no short or small one any more: next to nothing beside those that are.
LAST = 19
# The kernel takes ten changes a second from all users but root.
PAUSE_SECONDS = 0.11

# Whether the kernel does anything of the kind.
divide_processors = os.path.exists("/proc/self/autogroup")

_setsid = os.setsid


def begin() -> None:
    """Has this process be a session. It counts as much as the server's."""
    _setsid()


def begin_last() -> None:
    """Has this process, and what it forks, be a session, which is the last that scripts in there begin."""
    begin()
    for owner, name, taken in ((os, "setsid", _set_group), (subprocess.Popen, "__init__", _init)):
        setattr(owner, name, taken)


class Session:
    """That of a process, which must not act as another user while this is made."""

    def __init__(self, pid: int) -> None:
        self._fd = -1
        if divide_processors:
            try:
                # Kept open: while the process acts as another user, the kernel refuses to open its files.
                self._fd = os.open(f"/proc/{pid}/autogroup", os.O_WRONLY)
            except OSError:
                # It has ended, or nothing may be written there.
                pass

    def count(self, niceness: int) -> None:
        """Has it count so much, unless it has ended. Raises BlockingIOError where the kernel takes no more for now."""
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
