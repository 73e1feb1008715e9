import { LIBC } from '../../adversarial/python/target.js';
import { type Attack, python } from '../support/attack.js';

/** Attacks with processes and threads that are numerous, large, killed or left behind. */
export const processes: Attack[] = [
  python('forks without end', 'while True:\n    try: os.fork()\n    except OSError: pass'),
  python(
    'a hundred large processes to be looked at',
    `
import mmap
held = [mmap.mmap(-1, 1 << 20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) for _ in range(100)]
for page in held: page[::4096] = b"x" * 256
for _ in range(100):
    try:
        if os.fork() == 0: break
    except OSError: break
while True: time.sleep(0.01)`,
    { memory_mb: 512 },
    { atOnce: 4 },
  ),
  python(
    'threads that spin',
    `
import threading
def spin():
    while True: pass
while True:
    try: threading.Thread(target=spin).start()
    except (RuntimeError, MemoryError): time.sleep(0.01)`,
  ),
  python(
    'daemons left behind',
    `
for _ in range(20):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            while True: os.setsid() if os.fork() == 0 else time.sleep(0.05)
        os._exit(0)`,
  ),
  python('kills all that it sees', 'if os.fork() == 0: os.kill(-1, 9)\ntime.sleep(600)'),
  python('crashes', `${LIBC}ctypes.string_at(0)`),
  python('stops itself', 'os.kill(os.getpid(), 19)\nwhile True: pass'),
  python(
    'starts programs without end',
    'import subprocess\nwhile True: subprocess.run(["/bin/sh", "-c", "true | true | true"])',
  ),
];
