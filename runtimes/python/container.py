"""Runs one script in a container, whose first process this is: python3 -I -B container.py

Its stdin and stdout are the channel to the host. See metarun_guest/container.py.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from metarun_guest.container import serve

if __name__ == "__main__":
    serve()
