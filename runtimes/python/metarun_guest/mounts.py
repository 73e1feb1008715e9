"""What the processes of a run see of files, beside what the sandbox shows to the fork server."""

import ctypes
import os
import sys

from . import linux

# A run's own /tmp, of which its working directory is a part.
WORK_DIR = "/tmp/work"
_SHARED_MEMORY = "/tmp/.shm"
# Where the sandbox has put the socket that leads to the network.
_EGRESS = "/run/metarun"
# An empty folder that cannot be written, and an empty file.
_NO_FOLDER = "/dev/shm"
_NO_FILE = "/dev/null"
# What /proc tells of the machine and of others on it, and no program of a run has a use for.
_OF_THE_MACHINE = (
    "acpi bus cmdline config.gz devices diskstats driver fs interrupts kallsyms key-users keys locks mdstat misc modules "
    "partitions sched_debug schedstat scsi swaps timer_list tty version_signature"
).split()
# A file's own cost in the kernel is about 1 KiB, which no size limit counts.
_MAX_FILES = 16384
_NEW_MOUNTS = 0x00020000
_RDONLY, _NOSUID, _NODEV, _NOEXEC, _BIND = 1, 2, 4, 8, 4096

if sys.platform == "linux":
    _libc = ctypes.CDLL(None, use_errno=True)
    _mount_call, _unshare = _libc.mount, _libc.unshare


class Mounts:
    """Those of one room. Its first process makes this, and can mount for the run from then on.

    They are in a namespace to which that process alone belongs. /proc tells every process of the mounts in its namespace,
    with the folders of the host that they come from, as far as they lie below its root; so all others stay in the namespace
    of the fork server, and have their root in this one. That also leaves its end, for which the kernel lets nobody else
    mount anything, to a process that never waits long for a processor.
    """

    has_egress = os.path.isdir(_EGRESS)
    covered = [name for name in _OF_THE_MACHINE if os.path.exists(f"/proc/{name}")]

    def __init__(self) -> None:
        linux.check(_unshare(_NEW_MOUNTS), "unshare")
        self._egress = _cover_egress() if self.has_egress else -1
        self._mount_proc()
        # A descriptor for the other processes of the room.
        self.root = os.open("/", os.O_PATH)

    def mount_for(self, memory_bytes: int, network: bool) -> None:
        """A /tmp and a /dev/shm for the run, in its memory, and its way to the network."""
        if self._egress >= 0 and network:
            # On top of the cover: to take that off takes milliseconds. By no path of /proc, which may be empty.
            os.fchdir(self._egress)
            _mount(".", _EGRESS, "", _BIND)
            os.chdir("/")
        options = f"size={memory_bytes},nr_inodes={_MAX_FILES},mode=755"
        _mount("tmp", "/tmp", "tmpfs", _NOSUID | _NODEV, options)
        os.mkdir(_SHARED_MEMORY)
        _mount(_SHARED_MEMORY, "/dev/shm", "", _BIND)

    def _mount_proc(self) -> None:
        try:
            # Read-only: a process could else take back the score that it has for when memory runs out. And without the
            # processes that it cannot trace: of the first one of the room it could else read the mounts.
            _mount("proc", "/proc", "proc", _RDONLY | _NOSUID | _NODEV | _NOEXEC, "hidepid=2")
        except PermissionError:
            # In a container that hides parts of /proc the kernel grants no new one: then there is none.
            _mount("none", "/proc", "tmpfs", _NOSUID | _NODEV | _NOEXEC, "size=0,nr_inodes=1,mode=555")
            return
        for name in self.covered:
            path = f"/proc/{name}"
            _mount(_NO_FOLDER if os.path.isdir(path) else _NO_FILE, path, "", _BIND)


def change_root(root: int) -> None:
    """Makes the folder of the descriptor, which it closes, the root of this process."""
    os.fchdir(root)
    os.chroot(".")
    os.close(root)


def _cover_egress() -> int:
    """Hides the way to the network, as most runs have none; returns a descriptor of it."""
    egress = os.open(_EGRESS, os.O_PATH)
    _mount(_NO_FOLDER, _EGRESS, "", _BIND)
    return egress


def _mount(source: str, target: str, kind: str, flags: int, options: str = "") -> None:
    made = _mount_call(source.encode(), target.encode(), kind.encode(), ctypes.c_ulong(flags), options.encode())
    linux.check(made, f"mount {target}")
