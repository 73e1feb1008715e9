"""Starts the fork server: python3 -I -S -B main.py <base directory> <backlog> <filter> <packages>.

`main.py --try <filter>` makes one process in namespaces as for a run, and ends; by exit code 1 where that fails.

<filter>, in hexadecimal, is what a run may ask of the kernel; "none" where no sandbox is around this process.
<packages>: a folder with packages that runs may import, or "".
File descriptor 3 is the control pipe to the host (see fork_server.py).
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from metarun_guest.namespaces import Namespaces, try_out  # noqa: E402
from metarun_guest.users import taken_from  # noqa: E402

if __name__ == "__main__":
    # Not before it has made its socket.
    ids = taken_from(sys.argv)
    if sys.argv[1] == "--try":
        try_out(bytes.fromhex(sys.argv[2]), ids)
        sys.exit()
    from metarun_guest.fork_server import ForkServer

    base, backlog, filter_code, packages = sys.argv[1:]
    walls = None if filter_code == "none" else Namespaces(bytes.fromhex(filter_code))
    ForkServer(base, int(backlog), walls, packages, ids).serve()
