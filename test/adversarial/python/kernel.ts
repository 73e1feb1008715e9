import { atWholeSize, type HostileCase } from '../support/hostile-case.js';
import { LIBC, powerless } from './target.js';

export const kernel: HostileCase[] = [
  powerless(
    'asks for what leads out: mounts, namespaces, keys, tracing, modules',
    `
${LIBC}
calls = {
    "mount": lambda: libc.mount(b"none", b"/tmp", b"tmpfs", 0, 0),
    "umount2": lambda: libc.umount2(b"/tmp", 2),
    "chroot": lambda: libc.chroot(b"."),
    "unshare": lambda: libc.unshare(0x10000000),
    "unshare time": lambda: libc.unshare(0x80),
    "setns": lambda: libc.setns(os.open("/proc/self/ns/net", os.O_RDONLY), 0),
    "sethostname": lambda: libc.sethostname(b"x", 1),
    "setuid": lambda: libc.setuid(0),
    "setgid": lambda: libc.setgid(0),
    "personality": lambda: libc.personality(0x0040000),
    "swapon": lambda: libc.swapon(b"/tmp/x", 0),
    "reboot": lambda: libc.reboot(0x01234567),
    "settimeofday": lambda: libc.settimeofday(bytes(16), 0),
    "klogctl": lambda: libc.klogctl(10, 0, 0),
    "acct": lambda: libc.acct(b"/tmp/acct"),
    "fanotify_init": lambda: libc.fanotify_init(0, 0),
    "process_vm_readv": lambda: libc.process_vm_readv(1, 0, 0, 0, 0, 0),
    "mlockall": lambda: libc.mlockall(3) if False else -1,
}
if os.uname().machine == "x86_64":
    for number in (155, 250, 248, 249, 321, 323, 425, 298, 246, 320, 313, 175, 304, 428, 429, 430, 438, 440, 442, 447, 135, 312):
        calls[str(number)] = lambda number=number: libc.syscall(number, 0, 0, 0, 0, 0)
return [name for name, call in calls.items() if call() >= 0]`,
  ),
  powerless(
    'undoes its limits and its filter',
    `
${LIBC}
import resource
done = []
for limit in range(16):
    hard = resource.getrlimit(limit)[1]
    if hard == resource.RLIM_INFINITY: continue
    try:
        resource.setrlimit(limit, (hard + 1, hard + 1))
        done.append(limit)
    except (OSError, ValueError): pass
if libc.prctl(38, 0, 0, 0, 0) == 0: done.append("privileges")
if libc.prctl(22, 0, 0, 0, 0) == 0: done.append("filter")
if libc.prctl(24, 0, 0, 0, 0) == 0 and libc.prctl(23, 21, 0, 0, 0) == 1: done.append("capabilities")
if libc.capset(ctypes.byref((ctypes.c_uint32 * 2)(0x20080522, 0)), ctypes.byref((ctypes.c_uint32 * 6)(*[0xFFFFFFFF] * 6))) == 0: done.append("capset")
return done`,
  ),
  powerless(
    'writes to the settings of the kernel, and reads its memory',
    `
done = []
for at in ("/proc/sysrq-trigger", "/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname", "/proc/sys/vm/overcommit_memory",
           "/proc/self/oom_score_adj", "/proc/1/oom_score_adj", "/proc/self/uid_map", "/proc/self/setgroups", "/proc/self/loginuid",
           "/proc/sys/kernel/ns_last_pid", "/sys/kernel/uevent_helper", "/proc/irq/default_smp_affinity", "/dev/shm/../kmsg"):
    try:
        with open(at, "w") as file: file.write("-1000" if "oom" in at else "1")
        done.append(at)
    except OSError: pass
for at in ("/proc/kcore", "/proc/kmsg", "/proc/kallsyms", "/dev/mem", "/dev/kmem", "/dev/kmsg", "/dev/port", "/proc/1/stack", "/dev/sda", "/dev/vda"):
    try:
        with open(at, "rb") as file: data = file.read(64)
        if data.strip(b"0 \\n"): done.append([at, data.hex()])
    except OSError: pass
return [at for at in done if not (isinstance(at, list) and at[0] == "/proc/kallsyms" and at[1].startswith("30" * 16))]`,
  ),
  powerless(
    'uses programs that are root’s',
    `
import subprocess
done = []
for line in ("su -c id", "mount -t tmpfs none /tmp", "unshare -r id", "nsenter -t 1 -a id", "chroot / id"):
    try:
        if subprocess.run(line.split(), capture_output=True, stdin=subprocess.DEVNULL).returncode == 0: done.append(line)
    except FileNotFoundError: pass
with open("own", "w") as file: file.write("#!/bin/sh\\nid -u\\n")
os.chmod("own", 0o6755)
if subprocess.run(["./own"], capture_output=True).stdout.strip() == b"0": done.append("own")
return done`,
  ),
  powerless(
    'opens sockets: of the machine, of the server, of other runs, raw ones',
    `
import errno, socket
done = []
for family, kind in ((16, 3), (17, 3), (38, 5), (40, 1), (2, 3), (10, 3), (29, 3), (31, 3), (44, 3)):
    try:
        socket.socket(family, kind)
        done.append([family, kind])
    except OSError: pass
for port in (1, 22, 53, 80, 443, 5432, 6379, *range(8000, 9000), *range(30000, 60000, 7)):
    one = socket.socket()
    one.setblocking(False)
    if one.connect_ex(("127.0.0.1", port)) in (0, errno.EINPROGRESS): done.append(port)
    one.close()
for host in ("169.254.169.254", "10.0.0.1", "1.1.1.1", "192.168.0.1"):
    try: socket.create_connection((host, 80), timeout=0.2); done.append(host)
    except OSError: pass
for name in ("localhost", "example.com", "metadata.google.internal"):
    try: done.append([name, socket.create_connection((name, 80), timeout=0.2) and 1])
    except OSError: pass
for line in open("/proc/net/unix").readlines()[1:]:
    # One without a name leads nowhere: that of the fork server is one.
    if len(line.split()) > 7: done.append(line)
return done`,
  ),
  {
    name: 'reads from nowhere',
    body: 'import ctypes\nctypes.string_at(0)',
    ends: ['script_error'],
    wrong: ({ error_message }) => (error_message?.includes('SIGSEGV') ? null : `${error_message}`),
  },
  {
    name: 'asks for timers, events and descriptors without end',
    body: `
${LIBC}
import select, threading
held = []
while True:
    fds = [libc.eventfd(0, 0), libc.timerfd_create(1, 0), libc.epoll_create1(0)]
    if min(fds) < 0: break
    held += fds
return len(held) < 1024`,
    ends: ['success'],
  },
  ...atWholeSize(
    {
      name: 'writes over the C library in its memory',
      body: `
import ctypes
address = ctypes.cast(ctypes.CDLL(None).write, ctypes.c_void_p).value
with open("/proc/self/mem", "r+b", buffering=0) as memory:
    memory.seek(address)
    memory.write(b"\\xcc" * 64)
print("never")
os.write(1, b"never")`,
      ends: ['script_error', 'sandbox_error', 'timeout'],
    },
    {
      name: 'writes over its own stack',
      body: 'import ctypes\nctypes.memset(ctypes.addressof(ctypes.c_int()) - 4096, 255, 1 << 20)',
      ends: ['script_error', 'sandbox_error'],
    },
    {
      name: 'ends by a system call that skips all of Python',
      body: `${LIBC}libc._exit(0)`,
      ends: ['script_error'],
    },
    {
      name: 'aborts, and leaves a core where it can',
      body: 'import resource\nprint(resource.getrlimit(resource.RLIMIT_CORE))\nos.abort()',
      ends: ['script_error'],
    },
    {
      name: 'crashes within the handler of a crash',
      body: 'import ctypes, faulthandler, signal\nfaulthandler.enable()\nsignal.signal(signal.SIGSEGV, lambda *_: None)\nctypes.string_at(1)\nctypes.string_at(0)',
      ends: ['script_error', 'timeout'],
    },
    {
      name: 'watches folders until it has no more descriptors',
      body: `
${LIBC}
watching = 0
for at, _, _ in os.walk("/usr"):
    fd = libc.inotify_init()
    if fd < 0 or libc.inotify_add_watch(fd, at.encode(), 0xFFF) < 0: break
    watching += 1
return watching < 1024`,
      ends: ['success'],
    },
  ),
];
