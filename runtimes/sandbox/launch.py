"""Starts a guest in namespaces of its own where there is no bubblewrap: python3 -I -S -B launch.py <command>.

The plan, on file descriptor 4, is JSON: {"readable": [path], "socket": [from, to] | null, "folders": [[from, to, writable]],
"scratch": size of a writable /tmp in bytes, 0 for none, "network": whether it has the machine's, "groups": whether it makes
control groups, "filter": hexadecimal | null, "hidden": [[path in /proc, whether it is a folder]], "user": id, "group": id,
"others": whether this process is root and the guest that user of the machine, "builds": whether it needs rights to build walls
for what it runs, until it becomes another user}. File descriptor 3 is the guest's channel, and 5 its input, if it has one. Needs
Linux 5.12.

Three processes: this one waits outside and dies with the server; its child is the first process of the
guest's process namespace, whose end is the end of all within; the guest is a child of that.
"""

import ctypes
import json
import os
import resource
import signal
import stat
import sys

CHANNEL_FD, PLAN_FD = 3, 4
LIBC = ctypes.CDLL(None, use_errno=True)
PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS = 1, 22, 38
SECCOMP_MODE_FILTER = 2
CAPABILITY_VERSION_3 = 0x20080522
CAP_SETGID, CAP_SETUID, CAP_SYS_ADMIN = 6, 7, 21
NEW_USER = 0x10000000
# Mounts, host name, System V memory, processes.
NEW_OTHERS = 0x00020000 | 0x04000000 | 0x08000000 | 0x20000000
NEW_GROUPS = 0x02000000
NEW_NETWORK = 0x40000000
AF_INET, SOCK_DGRAM, SIOCSIFFLAGS, IFF_UP = 2, 2, 0x8914, 1
RDONLY, NOSUID, NODEV, NOEXEC, REMOUNT, BIND, REC, PRIVATE = 1, 2, 4, 8, 32, 4096, 16384, 1 << 18
DETACH = 2
SYS_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}.get(os.uname().machine)
SYS_MOUNT_SETATTR = 442
AT_RECURSIVE = 0x8000
# /dev/full reads as /dev/zero does but cannot be mapped: such a mapping would be memory that belongs to no process.
DEVICES = {"null": "null", "zero": "full", "full": "full", "random": "random", "urandom": "urandom"}
# A file's own cost in the kernel is about 1 KiB, which no size limit counts.
MAX_FILES = 16384
# Any folder works: the new root is assembled on top of it, then replaces the old root.
NEW_ROOT = "/tmp"


def check(result: int, what: str) -> None:
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{what}: {os.strerror(error)}")


def mount(source: str, target: str, kind: str, flags: int, options: str = "") -> None:
    made = LIBC.mount(source.encode(), target.encode(), kind.encode(), ctypes.c_ulong(flags), options.encode())
    check(made, f"mount {target}")


def main() -> None:
    with open(PLAN_FD, "rb") as file:
        plan = json.load(file)
    root = plan["others"]
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    wanted = NEW_OTHERS if plan["network"] else NEW_OTHERS | NEW_NETWORK
    # A process in a namespace for control groups cannot be moved to a group outside of it.
    enter_namespaces(wanted if plan["groups"] else wanted | NEW_GROUPS, root, plan)
    alive, held = os.pipe()
    first = os.fork()
    if first:
        os.close(CHANNEL_FD)
        end_like(wait_for(first))
    os.close(held)
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    os.set_blocking(alive, False)
    try:
        if os.read(alive, 1) == b"":
            # The parent had ended before it could be watched.
            os._exit(1)
    except BlockingIOError:
        pass
    make_root(plan)
    guest = os.fork()
    if guest == 0:
        os.close(alive)
        become_guest(plan, root)
    os.close(CHANNEL_FD)
    end_like(wait_for(guest))


def enter_namespaces(wanted: int, root: bool, plan: dict) -> None:
    """Enters new namespaces. An ordinary user becomes another one of a user namespace; root stays root for now."""
    uid, gid = os.getuid(), os.getgid()
    check(LIBC.unshare(wanted if root else wanted | NEW_USER), "unshare")
    if not root:
        write("/proc/self/setgroups", "deny")
        write("/proc/self/uid_map", f"{plan['user']} {uid} 1")
        write("/proc/self/gid_map", f"{plan['group']} {gid} 1")
    if wanted & NEW_NETWORK:
        raise_loopback()
    name = b"metarun"
    check(LIBC.sethostname(name, len(name)), "sethostname")


def raise_loopback() -> None:
    """Lets the processes of a guest reach each other over the loopback, as bubblewrap does: a new one is down."""
    handle = LIBC.socket(AF_INET, SOCK_DGRAM, 0)
    check(handle, "socket")
    request = b"lo".ljust(16, b"\0") + IFF_UP.to_bytes(2, sys.byteorder) + bytes(22)
    check(LIBC.ioctl(handle, ctypes.c_ulong(SIOCSIFFLAGS), request), "loopback")
    os.close(handle)


def make_root(plan: dict) -> None:
    """Makes a root that contains only what the plan names, read-only."""
    mount("none", "/", "", REC | PRIVATE)
    paths = [path for path in plan["readable"] if os.path.exists(path)]
    # Held open, because the new root may cover their paths.
    sources = {path: os.open(path, os.O_PATH) for path in paths}
    devices = {name: os.open(f"/dev/{source}", os.O_PATH) for name, source in DEVICES.items()}
    socket = plan["socket"] and (os.open(plan["socket"][0], os.O_PATH), plan["socket"][1])
    folders = [(os.open(path, os.O_PATH), to, writable) for path, to, writable in plan["folders"]]
    mount("root", NEW_ROOT, "tmpfs", NOSUID | NODEV, "mode=755")
    os.mkdir(f"{NEW_ROOT}/tmp")
    if plan["scratch"]:
        options = f"size={plan['scratch']},nr_inodes={MAX_FILES},mode=1777"
        mount("tmp", f"{NEW_ROOT}/tmp", "tmpfs", NOSUID | NODEV, options)
    # Later than /tmp: what the guest can read may lie below.
    for path, source in sources.items():
        bind(source, NEW_ROOT + path)
        set_read_only(NEW_ROOT + path)
    make_dev(devices)
    os.mkdir(f"{NEW_ROOT}/proc")
    mount("proc", f"{NEW_ROOT}/proc", "proc", NOSUID | NODEV | NOEXEC)
    for path, is_folder in plan["hidden"]:
        cover(NEW_ROOT + path, is_folder)
    if socket:
        bind(socket[0], NEW_ROOT + socket[1])
    for source, to, writable in folders:
        bind(source, NEW_ROOT + to)
        if not writable:
            set_read_only(NEW_ROOT + to)
    mount("none", NEW_ROOT, "", REMOUNT | BIND | RDONLY | NOSUID | NODEV)
    os.chdir(NEW_ROOT)
    check(LIBC.syscall(SYS_PIVOT_ROOT, b".", b"."), "pivot_root")
    check(LIBC.umount2(b".", DETACH), "umount")
    os.chdir("/")
    for fd in (*sources.values(), *devices.values(), *([socket[0]] if socket else ()), *(folder[0] for folder in folders)):
        os.close(fd)


def make_dev(devices: dict) -> None:
    dev = f"{NEW_ROOT}/dev"
    os.mkdir(dev)
    mount("dev", dev, "tmpfs", NOSUID | NOEXEC, "mode=755")
    for name, source in devices.items():
        bind(source, f"{dev}/{name}")
    for fd, name in enumerate(("stdin", "stdout", "stderr")):
        os.symlink(f"/proc/self/fd/{fd}", f"{dev}/{name}")
    os.symlink("/proc/self/fd", f"{dev}/fd")
    os.mkdir(f"{dev}/shm")
    mount("none", dev, "", REMOUNT | BIND | RDONLY | NOSUID | NOEXEC)


def cover(target: str, is_folder: bool) -> None:
    """Shows an empty folder or file in its place."""
    if is_folder:
        mount("none", target, "tmpfs", RDONLY | NOSUID | NODEV | NOEXEC, "size=0,nr_inodes=1,mode=555")
    else:
        mount(f"{NEW_ROOT}/dev/null", target, "", BIND)


def bind(source: int, target: str) -> None:
    if stat.S_ISDIR(os.fstat(source).st_mode):
        os.makedirs(target, exist_ok=True)
    elif not os.path.exists(target):
        os.makedirs(os.path.dirname(target), exist_ok=True)
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o444))
    mount(f"/proc/self/fd/{source}", target, "", BIND | REC)


def set_read_only(target: str) -> None:
    """Makes a mount and all mounts below it read-only; setuid programs and devices do not work there either."""

    class MountAttr(ctypes.Structure):
        _fields_ = [(name, ctypes.c_uint64) for name in ("set", "clear", "propagation", "userns")]

    attributes = MountAttr(set=RDONLY | NOSUID | NODEV)
    size = ctypes.sizeof(attributes)
    done = LIBC.syscall(SYS_MOUNT_SETATTR, -100, target.encode(), AT_RECURSIVE, ctypes.byref(attributes), size)
    check(done, f"mount_setattr {target}")


def become_guest(plan: dict, root: bool) -> None:
    # Stays in the session that it was started in: the server sets that session's share of the processors.
    os.setpgid(0, 0)
    if root and plan["builds"]:
        keep_capabilities(CAP_SETGID, CAP_SETUID, CAP_SYS_ADMIN)
    elif root:
        os.setgroups([])
        os.setresgid(plan["group"], plan["group"], plan["group"])
        os.setresuid(plan["user"], plan["user"], plan["user"])
    check(LIBC.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs")
    if plan["filter"] is not None:
        code = bytes.fromhex(plan["filter"])

        class Program(ctypes.Structure):
            _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_char_p)]

        program = Program(len(code) // 8, code)
        done = LIBC.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0)
        check(done, "seccomp")
    os.set_inheritable(CHANNEL_FD, True)
    # Not root of the user namespace, so it has no capability from here on.
    os.execve(sys.argv[1], sys.argv[1:], {})


def keep_capabilities(*kept: int) -> None:
    bits = sum(1 << number for number in kept)
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    check(LIBC.capset(header, (ctypes.c_uint32 * 6)(bits, bits, 0, 0, 0, 0)), "capset")


def wait_for(child: int) -> int:
    while True:
        pid, status = os.wait()
        if pid == child:
            return status


def end_like(status: int) -> None:
    # The first process of a namespace cannot end itself by a signal, so the exit code reports it as a shell does.
    os._exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))


def write(path: str, text: str) -> None:
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


if __name__ == "__main__":
    main()
