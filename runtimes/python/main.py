"""Starts the fork server: python3 -I -S -B main.py <base directory> <backlog> <filter> <packages> <groups>.

`main.py --try <filter> <groups>` makes one process in namespaces as for a run, and ends; by exit code 1 where that fails.

<filter>, in hexadecimal, is what a run may ask of the kernel; "none" where no sandbox is around this process.
<packages>: a folder with packages that runs may import, or "".
<groups>: a control group of the kernel in which each run gets one, or "".
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
    walls = None if filter_code == "none" else Namespaces(bytes.fromhex(filter_code))
    groups = ControlGroups(folder) if folder else None
    ForkServer(base, int(backlog), walls, packages, ids, groups).serve()
