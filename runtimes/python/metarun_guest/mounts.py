"""The files that processes of a run see, in addition to those that the outer sandbox shows to the fork server."""

import ctypes
import functools
import os
import stat
import sys

from . import linux

# The run's own /tmp contains its working directory.
WORK_DIR = "/tmp/work"
_SHARED_MEMORY = b"/tmp/.shm"
RUN_WORKSPACE = "/tmp/.workspace"
# Folder in which the outer sandbox has put the socket to the network.
_EGRESS = b"/run/metarun"
# Folders of an interpreter from which a run may still import, and which its own /tmp would cover.
_IMPORTED_FROM_TMP = tuple(path for path in sorted({sys.prefix, sys.base_prefix}) if path.startswith("/tmp/"))
# An empty read-only folder, and an empty file.
_NO_FOLDER = b"/dev/shm"
_NO_FILE = b"/dev/null"
# The entries of /proc that guests see in addition to processes. The others describe the machine, and no run's program
# needs them.
_SEEN = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "etc/proc")
# Maximum number of files: each takes about 1 KiB in the kernel, which no size limit counts.
_MAX_FILES = 16384
_NEW_MOUNTS = 0x00020000
_RDONLY, _NOSUID, _NODEV, _NOEXEC, _BIND, _REC = 1, 2, 4, 8, 4096, 16384

if sys.platform == "linux":
    _libc = ctypes.CDLL(None, use_errno=True)
    _mount_call, _unshare = _libc.mount, _libc.unshare
    _mount_call.argtypes = (*(ctypes.c_char_p,) * 3, ctypes.c_ulong, ctypes.c_char_p)


@functools.cache
def find_covers() -> tuple[tuple[bytes, bytes], ...]:
    """Returns the covers of files and folders in /proc, as pairs of source and path. A fork server determines them once
    for all its sandboxes.
    """
    with open(_SEEN, encoding="utf-8") as file:
        seen = file.read().split()
    paths = [f"/proc/{name}" for name in os.listdir("/proc") if not name.isdigit() and name not in seen]
    readable = [path for path in paths if os.stat(path).st_mode & stat.S_IROTH]
    return tuple((_NO_FOLDER if os.path.isdir(path) else _NO_FILE, path.encode()) for path in readable)


class Mounts:
    """The mounts of one sandbox. Its first process creates this object, and can mount for the run from then on.

    They are in a namespace to which only that process belongs. /proc shows every process the mounts of its own
    namespace, with the host's folders that they come from, as far as they lie below its root. All other processes
    therefore stay in the namespace of the fork server, with their root in this one. The end of this namespace, during
    which the kernel lets no process mount anything, is also left to a process that never waits long for a processor.
    """

    has_egress = os.path.isdir(_EGRESS)

    def __init__(self) -> None:
        linux.check(_unshare(_NEW_MOUNTS), "unshare")
        self._egress = _cover_egress() if self.has_egress else -1
        self._imported = tuple((os.open(path, os.O_PATH), path.encode()) for path in _IMPORTED_FROM_TMP)
        self._mount_proc()
        # A descriptor for the other processes of the sandbox.
        self.root = os.open("/", os.O_PATH)

    def mount_for(self, memory_bytes: int, network: bool) -> None:
        """Mounts a /tmp, a /dev/shm and a /workspace for the run, limited to its memory, and the access to the network."""
        if self._egress >= 0 and network:
            # Mounted over the cover, since unmounting that takes milliseconds. Not through a path in /proc, which may
            # be empty.
            os.fchdir(self._egress)
            _mount(b".", _EGRESS, b"", _BIND)
            os.chdir("/")
        _mount(b"tmp", b"/tmp", b"tmpfs", _NOSUID | _NODEV, b"size=%d,nr_inodes=%d,mode=755" % (memory_bytes, _MAX_FILES))
        for folder, path in self._imported:
            os.makedirs(path, exist_ok=True)
            os.fchdir(folder)
            _mount(b".", path, b"", _BIND | _REC)
            os.chdir("/")
        os.mkdir(_SHARED_MEMORY)
        _mount(_SHARED_MEMORY, b"/dev/shm", b"", _BIND)
        os.mkdir(RUN_WORKSPACE)
        _mount(RUN_WORKSPACE.encode(), b"/workspace", b"", _BIND)

    def _mount_proc(self) -> None:
        try:
            # Read-only, since a process could otherwise reset its out-of-memory score. Hides processes that it cannot
            # trace, since it could otherwise read the mounts of the sandbox's first process.
            _mount(b"proc", b"/proc", b"proc", _RDONLY | _NOSUID | _NODEV | _NOEXEC, b"hidepid=2")
        except PermissionError:
            # In a container that hides parts of /proc, the kernel permits no new one. /proc is then empty.
            _mount(b"none", b"/proc", b"tmpfs", _NOSUID | _NODEV | _NOEXEC, b"size=0,nr_inodes=1,mode=555")
            return
        for cover, path in find_covers():
            _mount(cover, path, b"", _BIND)


def change_root(root: int) -> None:
    """Makes the descriptor's folder the root of this process; closes the descriptor."""
    os.fchdir(root)
    os.chroot(".")
    os.close(root)


def _cover_egress() -> int:
    """Hides the access to the network, since most runs have none; returns a descriptor for it."""
    egress = os.open(_EGRESS, os.O_PATH)
    _mount(_NO_FOLDER, _EGRESS, b"", _BIND)
    return egress


def _mount(source: bytes, target: bytes, kind: bytes, flags: int, options: bytes = b"") -> None:
    if _mount_call(source, target, kind, flags, options) < 0:
        linux.check(-1, f"mount {os.fsdecode(target)}")
