"""Runs one script in a container, which has this process as its first: python3 -I -B container.py

Its input and output are the channel to the host. See metarun_guest/container.py.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from metarun_guest.container import serve

if __name__ == "__main__":
    serve()
