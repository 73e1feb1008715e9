"""Starts the fork server: python3 -I -S -B main.py <base directory> <backlog> <filter> <packages> <groups>.

`main.py --try <filter> <groups>` forks one process in namespaces as for a run, and ends; with exit code 1 if that fails.

<filter>: the filter on system calls of runs, in hexadecimal; "none" where this process itself is not in a sandbox.
<packages>: a folder with packages that runs may import, or "".
<groups>: a control group of the kernel in which each run gets its own, or "".
File descriptor 3 is the control pipe to the host (see fork_server.py).
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from metarun_guest.control_groups import ControlGroups
from metarun_guest.namespaces import Namespaces, try_groups, try_out
from metarun_guest.users import taken_from

if __name__ == "__main__":
    # Not before it has made its socket.
    ids = taken_from(sys.argv)
    if sys.argv[1] == "--try":
        filter_code, folder = bytes.fromhex(sys.argv[2]), sys.argv[3]
        if folder:
            try_groups(filter_code, ids, ControlGroups(folder))
        else:
            try_out(filter_code, ids)
        sys.exit()
    from metarun_guest.fork_server import ForkServer

    base, backlog, filter_code, packages, folder = sys.argv[1:]
    namespaces = None if filter_code == "none" else Namespaces(bytes.fromhex(filter_code))
    groups = ControlGroups(folder) if folder else None
    ForkServer(base, int(backlog), namespaces, packages, ids, groups).serve()
