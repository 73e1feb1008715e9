import { atWholeSize, type HostileCase } from '../support/hostile-case.js';
import { LIBC, powerless } from './target.js';

/** Writes to the memory, as memory that is only reserved costs nothing. */
const TOUCH = `
def touch(size):
    held = bytearray(size)
    held[::4096] = b"1" * len(held[::4096])
    return held
`;
/** The mmap of the C library with pointers of the right size. */
export const MMAP = `${LIBC}
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
NOWHERE = ctypes.c_void_p(-1).value
`;

export const memory: HostileCase[] = [
  {
    name: 'bit by bit',
    body: `${TOUCH}\nheld = []\nwhile True: held.append(touch(1 << 20))`,
    ends: ['out_of_memory'],
  },
  {
    name: 'in one piece',
    body: 'return len(bytearray(10**10))',
    ends: ['out_of_memory'],
  },
  {
    name: 'in several processes, each below the limit',
    body: `${TOUCH}\nfor _ in range(8):\n    if os.fork() == 0:\n        held = touch(40 << 20)\n        time.sleep(60)\ntime.sleep(60)`,
    ends: ['out_of_memory'],
  },
  {
    name: 'in a program that it calls',
    body: `
import subprocess, sys
subprocess.run([sys.executable, "-I", "-S", "-c", "held = bytearray(300 << 20); import time; time.sleep(60)"])
time.sleep(60)`,
    ends: ['out_of_memory'],
  },
  powerless(
    'that belongs to no process, by mappings of which one page is kept',
    `
${MMAP}
size, done = 16 << 20, []
for name, flags, fd in (("anonymous", 0x21, -1), ("huge", 0x40021, -1), ("zero", 0x01, os.open("/dev/zero", os.O_RDWR))):
    address = libc.mmap(None, size, 3, flags, fd, 0)
    if address not in (None, NOWHERE): done.append(name)
return done`,
  ),
  powerless(
    'that belongs to no process, by objects of the kernel',
    `
${LIBC}
done = []
if hasattr(os, "memfd_create"):
    try: done.append(os.memfd_create("held"))
    except OSError: pass
for name, call in {
    "shmget": lambda: libc.shmget(0, 1 << 20, 0o1600),
    "msgget": lambda: libc.msgget(0, 0o1600),
    "semget": lambda: libc.semget(0, 1, 0o1600),
    "vmsplice": lambda: libc.vmsplice(1, 0, 0, 0),
}.items():
    if call() >= 0: done.append(name)
return done`,
  ),
  {
    name: 'in buffers of sockets that are never read',
    body: `
import socket
held = []
for _ in range(20):
    if os.fork() == 0: break
try:
    while True:
        pair = socket.socketpair()
        held.append(pair)
        for one in pair:
            one.setblocking(False)
            one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 30)
            try:
                while True: one.send(bytes(65536))
            except BlockingIOError: pass
except OSError: time.sleep(60)`,
    ends: ['out_of_memory'],
  },
  {
    name: 'in pipes that are never read',
    body: `
held = []
try:
    while True:
        pair = os.pipe()
        held.append(pair)
        os.set_blocking(pair[1], False)
        try:
            while True: os.write(pair[1], bytes(4096))
        except BlockingIOError: pass
except OSError: return len(held) < 1024`,
    ends: ['success'],
  },
  {
    name: 'in files of /tmp and /dev/shm',
    body: `
for at in ("/tmp/a", "/dev/shm/b", "c"):
    try:
        with open(at, "wb", buffering=0) as file:
            while True: file.write(bytes(1 << 20))
    except OSError: pass
return sum(os.stat(at).st_size for at in ("/tmp/a", "/dev/shm/b", "c")) <= 64 << 20`,
    ends: ['success'],
    wrong: ({ result }) => (result === true ? null : 'the files are larger than the limit'),
  },
  ...atWholeSize(
    {
      name: 'past its limit on address space, which it lifts',
      body: `
import resource
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
${TOUCH}
held = []
while True: held.append(touch(64 << 20))`,
      ends: ['out_of_memory'],
    },
    {
      name: 'in the page tables of a program that only reads what it maps',
      body: `
import subprocess, sys
held = "mmap.mmap(-1, 1 << 40, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000, prot=mmap.PROT_READ)"
reads = f"import mmap; held = {held}; [None for at in range(0, 1 << 40, 2 << 20) if held[at]]"
subprocess.run([sys.executable, "-I", "-S", "-c", reads])
time.sleep(60)`,
      ends: ['out_of_memory'],
    },
    {
      name: 'by a buffer that doubles',
      body: 'held = bytearray(b"1" * 4096)\nwhile True: held.extend(bytes(len(held)))',
      ends: ['out_of_memory'],
    },
    {
      name: 'again after each MemoryError',
      body: `${TOUCH}\nheld = []\nwhile True:\n    try: held.append(touch(1 << 20))\n    except MemoryError: held.pop()`,
      ends: ['out_of_memory', 'timeout'],
    },
    {
      name: 'by many small objects',
      body: 'held = None\nwhile True: held = (held, {})',
      ends: ['out_of_memory', 'timeout'],
    },
    {
      name: 'in processes that hide how much they have',
      body: `
${LIBC}${TOUCH}
for _ in range(6):
    if os.fork() == 0:
        libc.prctl(4, 0, 0, 0, 0)
        held = touch(40 << 20)
        time.sleep(60)
time.sleep(60)`,
      ends: ['out_of_memory'],
    },
    {
      name: 'in daemons',
      body: `
${TOUCH}
for _ in range(4):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            held = touch(60 << 20)
            time.sleep(60)
        os._exit(0)
time.sleep(60)`,
      ends: ['out_of_memory'],
    },
    {
      name: 'by threads with large stacks',
      body: `
import threading
threading.stack_size(32 << 20)
wait = threading.Event()
while True: threading.Thread(target=wait.wait, daemon=True).start()`,
      ends: ['script_error', 'out_of_memory', 'timeout'],
    },
    {
      name: 'in huge pages',
      body: `
import mmap
held = []
while True:
    held.append(mmap.mmap(-1, 8 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))
    held[-1].madvise(14)
    for at in range(0, 8 << 20, 4096): held[-1][at] = 1`,
      ends: ['out_of_memory', 'script_error'],
    },
    {
      name: 'in shared memory of multiprocessing, past what there is',
      body: `
from multiprocessing import shared_memory
held = shared_memory.SharedMemory(create=True, size=512 << 20)
for at in range(0, held.size, 4096): held.buf[at] = 1`,
      ends: ['script_error', 'out_of_memory'],
    },
    {
      name: 'by a gigabyte of zeros that is packed into a megabyte',
      body: `
import gzip
return len(gzip.decompress(gzip.compress(bytes(8 << 20)) * 128))`,
      ends: ['out_of_memory'],
    },
    {
      name: 'by a format of ten thousand million columns',
      body: 'return f"{1:>{10**10}}"',
      ends: ['out_of_memory'],
    },
  ),
];
