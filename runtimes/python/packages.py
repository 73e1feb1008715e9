"""Resolves or installs packages: python3 -I -B packages.py <work folder>.

The job comes through file descriptor 3, and its answer is sent there (see metarun_packages/job.py).
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from metarun_guest.users import become_first, taken_from
from metarun_packages.job import do_job

if __name__ == "__main__":
    become_first(taken_from(sys.argv))
    do_job(sys.argv[1])
