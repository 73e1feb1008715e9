"""Starts the fork server: python3 -I -S -B main.py <base directory> <backlog> contained|free <packages> <groups>.

`main.py --try <groups>` forks one process in namespaces, as for a run, and exits; with exit code 1 if that fails.

"contained": this process is in a sandbox, and reads the system call filter of runs from file descriptor 5.
<packages>: a folder with packages that runs may import, or "".
<groups>: a control group in which each run gets its own, or "".
File descriptor 3 is the control pipe to the host (see fork_server.py).
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from metarun_guest.control_groups import ControlGroups
from metarun_guest.namespaces import Namespaces, try_groups, try_out
from metarun_guest.users import taken_from

FILTER_FD = 5


def read_filter() -> bytes:
    with open(FILTER_FD, "rb") as file:
        return file.read()


if __name__ == "__main__":
    # Done only after the socket has been created.
    ids = taken_from(sys.argv)
    if sys.argv[1] == "--try":
        filter_code, folder = read_filter(), sys.argv[2]
        if folder:
            try_groups(filter_code, ids, ControlGroups(folder))
        else:
            try_out(filter_code, ids)
        sys.exit()
    from metarun_guest.fork_server import ForkServer

    base, backlog, place, packages, folder = sys.argv[1:]
    namespaces = Namespaces(read_filter()) if place == "contained" else None
    groups = ControlGroups(folder) if folder else None
    ForkServer(base, int(backlog), namespaces, packages, ids, groups).serve()
