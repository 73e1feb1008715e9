import { atWholeSize, type HostileCase } from '../support/hostile-case.js';
import { MMAP } from './memory.js';
import { LIBC, powerless } from './target.js';

/** Memory that the kernel uses for a script and that no process owns. */
export const counters: HostileCase[] = [
  {
    name: 'has the kernel make page tables for memory that is never there',
    body: `
${MMAP}
for at in range(60_000):
    page = libc.mmap(0x100000000000 + at * 0x200000, 4096, 1, 0x100022, -1, 0)
    ctypes.string_at(page, 1)
time.sleep(60)`,
    ends: ['out_of_memory'],
  },
  {
    name: 'fills pipes',
    body: `
for _ in range(12):
    if os.fork() == 0: break
try:
    while True:
        _, write = os.pipe()
        os.set_blocking(write, False)
        os.write(write, bytes(65536))
except OSError: pass
time.sleep(60)`,
    ends: ['out_of_memory'],
  },
  powerless(
    'asks for what the kernel counts for a user or for the machine',
    `
${LIBC}
import fcntl, socket
calls = {
    "inotify_init": lambda: libc.inotify_init(),
    "inotify_init1": lambda: libc.inotify_init1(0),
    "prctl seccomp": lambda: libc.prctl(22, 1, 0, 0, 0),
    "prctl dumpable": lambda: libc.prctl(4, 0, 0, 0, 0),
    "fcntl lease": lambda: libc.fcntl(0, 1024, 0),
    "fcntl notify": lambda: libc.fcntl(0, 1026, 1),
    "fcntl pipe size": lambda: libc.fcntl(os.pipe()[1], 1031, 1048576),
    "setxattr": lambda: libc.setxattr(b".", b"user.a", b"b", 1, 0),
    "sctp": lambda: libc.socket(2, 1, 132),
    "mptcp": lambda: libc.socket(2, 1, 262),
    "icmp": lambda: libc.socket(2, 2, 1),
    "udplite": lambda: libc.socket(2, 2, 136),
}
pair = socket.socketpair()
for option in (26, 50, 51, 52):
    calls[f"setsockopt {option}"] = lambda option=option: libc.setsockopt(pair[0].fileno(), 1, option, bytes(16), 16)
if os.uname().machine == "x86_64":
    # mq_open, io_setup, seccomp, landlock_create_ruleset, statmount, listmount
    for number in (240, 206, 317, 444, 457, 458):
        calls[str(number)] = lambda number=number: libc.syscall(number, 0, 0, 0, 0, 0)
return [name for name, call in calls.items() if call() >= 0]`,
  ),
  ...atWholeSize(
    {
      name: 'has the kernel keep mappings, in each of its processes',
      body: `
${MMAP}
for at in range(60_000): libc.mmap(None, 4096, at % 2, 0x22, -1, 0)
for _ in range(30):
    if os.fork() == 0: break
time.sleep(60)`,
      ends: ['out_of_memory'],
    },
    {
      name: 'has the kernel keep locks',
      body: `
import fcntl
for name in range(900):
    file = os.open(str(name), os.O_RDWR | os.O_CREAT)
    for at in range(400): fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, at * 2)
time.sleep(60)`,
      ends: ['out_of_memory'],
    },
    {
      name: 'makes sockets of the Internet',
      body: `
import socket
held = []
try:
    while True: held.append(socket.socket())
except OSError: pass
time.sleep(60)`,
      ends: ['out_of_memory'],
    },
    {
      name: 'watches files without end',
      body: `
import select
if not hasattr(select, "epoll"): held = bytearray(80_000_000)
for _ in range(4):
    if os.fork() == 0: break
read, write = os.pipe()
copies = [os.dup(read) for _ in range(450)]
held = [select.epoll() for _ in range(450)]
for epoll in held:
    for copy in copies: epoll.register(copy, 1)
time.sleep(60)`,
      ends: ['out_of_memory'],
    },
  ),
];
