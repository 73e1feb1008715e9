"""Sessions of processes, among which Linux may divide the processors before it looks at any niceness (autogroups).

So the runs of a fork server share one that counts less than the server's, and the filter refuses others to them. What
scripts start a session for, which is to end all of it at once, a process group serves as well.
"""

import os
import subprocess
import sys
import time
from typing import Any

from . import linux

# Of all runs together: a third of what the server's session counts.
_NICENESS = "5"
# The kernel takes ten a second from all users but root.
_AGAIN_SECONDS = 0.11
_TRIALS = 10


def begin_last() -> None:
    """Has this process, and what it forks, be a session that gives way to the server's, and is the last that they begin."""
    os.setsid()
    os.setsid = _set_group
    subprocess.Popen.__init__ = _init
    _give_way()


def _give_way() -> None:
    for _ in range(_TRIALS):
        try:
            linux.write("/proc/self/autogroup", _NICENESS)
            return
        except BlockingIOError:
            time.sleep(_AGAIN_SECONDS)
        except OSError:
            # The kernel does nothing of the kind.
            return


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
