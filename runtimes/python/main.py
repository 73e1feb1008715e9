"""Starts the fork server: python3 -I -S -B main.py <base directory> <backlog>.

File descriptor 3 is the control pipe to the host (see fork_server.py).
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from metarun_guest.fork_server import ForkServer  # noqa: E402

if __name__ == "__main__":
    ForkServer(base=sys.argv[1], backlog=int(sys.argv[2])).serve()
