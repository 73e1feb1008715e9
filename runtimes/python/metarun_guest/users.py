"""Users of the kernel.

The kernel counts epoll items, pages of pipes, descriptors in flight, pending signals and processes per user. If the
server is root, each run therefore gets its own user.
"""

import ctypes
import os
import sys
from typing import NamedTuple, Optional

from . import linux

# The user that a guest sees itself as, and its group in the kernel.
NOBODY = 65534
_ARGUMENT = "--become="
_NEW_USER = 0x10000000
_DETACH = 2
_CAPABILITY_VERSION_3 = 0x20080522
# Capabilities to read and kill its runs' processes, to raise their out-of-memory score, and to act as their users.
_DAC_OVERRIDE, _KILL, _SETUID, _SYS_PTRACE = 1, 5, 7, 19

if sys.platform == "linux":
    _libc = ctypes.CDLL(None, use_errno=True)
    _capset = _libc.capset
    _header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
# The kernel's format of a set of capabilities.
Capabilities = ctypes.Array


class Ids(NamedTuple):
    """User ids of this machine, from `first` on."""

    first: int
    size: int


def taken_from(arguments: list) -> Optional[Ids]:
    """Removes the last argument, which names the users for a process that the outer sandbox started as root.

    Returns None if the process is not root.
    """
    if not arguments[-1].startswith(_ARGUMENT):
        return None
    return Ids(*map(int, arguments.pop()[len(_ARGUMENT) :].split("+")))


def become(ids: Optional[Ids]) -> int:
    """Becomes the first of `ids`, which it sees as NOBODY, and lets this process become the others with `act_as`.

    Returns how many others there are: their numbers are 1 and up. With one id, the process then has no capabilities.
    With several, it has those that it needs over them, and they cannot reach anything else of it.
    """
    if ids is None:
        return 0
    _uncover_proc()
    if ids.size == 1:
        become_first(ids)
        return 0
    os.setgroups([])
    _enter_users(ids)
    _set_ids(NOBODY)
    keep(capabilities(_DAC_OVERRIDE, _KILL, _SETUID, _SYS_PTRACE))
    return ids.size - 1


def become_first(ids: Optional[Ids]) -> None:
    """Becomes the first user for good, without any capabilities."""
    if ids is not None:
        os.setgroups([])
        _set_ids(ids.first)


def _set_ids(user: int) -> None:
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(user, user, user)
    # The change has given this process's own files in /proc to root; its children have to write to them.
    linux.be_dumpable()


def act_as(user: int) -> None:
    """Acts as this user, who will own everything that this process creates, such as namespaces. NOBODY is the process
    itself.
    """
    os.setresuid(-1, user, -1)
    linux.be_dumpable()


def capabilities(*numbers: int) -> Capabilities:
    """Returns the set of these capabilities, whose numbers are below 32."""
    bits = sum(1 << number for number in numbers)
    return (ctypes.c_uint32 * 6)(bits, bits, 0, 0, 0, 0)


def keep(kept: Capabilities) -> None:
    """Drops all other capabilities."""
    linux.check(_capset(_header, kept), "capset")


def _enter_users(ids: Ids) -> None:
    """Enters a user namespace that has only these ids, and in which this process is not root."""
    ready_read, ready = os.pipe()
    own = os.getpid()
    mapper = os.fork()
    if mapper == 0:
        # Only a process of the parent namespace may map the ids.
        try:
            os.close(ready)
            if os.read(ready_read, 1):
                linux.write(f"/proc/{own}/uid_map", f"{NOBODY} {ids.first} 1\n1 {ids.first + 1} {ids.size - 1}\n")
                linux.write(f"/proc/{own}/gid_map", f"{NOBODY} {NOBODY} 1\n")
                os._exit(0)
        finally:
            os._exit(1)
    os.close(ready_read)
    linux.check(_libc.unshare(_NEW_USER), "unshare")
    os.write(ready, b".")
    os.close(ready)
    if os.waitpid(mapper, 0)[1] != 0:
        raise PermissionError(f"user ids {ids.first} to {ids.first + ids.size - 1} cannot be had here")


def _uncover_proc() -> None:
    """Unmounts bubblewrap's covers of parts of /proc: the kernel mounts no second /proc while one is covered."""
    with open("/proc/self/mountinfo", encoding="utf-8") as table:
        covers = [line.split()[4] for line in table]
    for cover in covers:
        if cover.startswith("/proc/"):
            linux.check(_libc.umount2(cover.encode(), _DETACH), f"umount {cover}")
