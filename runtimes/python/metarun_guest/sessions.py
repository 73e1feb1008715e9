"""Sessions of processes, among which Linux may divide the processors before it looks at any niceness (autogroups).

So each run has one that counts less than the server's, and the filter refuses others to it. What scripts start a session
for, which is to end all of it at once, a process group serves as well.
"""

import os
import subprocess
import sys
from typing import Any

from . import linux

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
    os.setsid = _set_group
    subprocess.Popen.__init__ = _init


def count(pid: int, niceness: int) -> None:
    """Has the session of the process count so much. Raises BlockingIOError where the kernel takes no more for now."""
    linux.write(f"/proc/{pid}/autogroup", str(niceness))


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
