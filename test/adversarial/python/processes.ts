import { atWholeSize, type HostileCase } from '../support/hostile-case.js';
import { LIBC, powerless } from './target.js';

/**
 * Returns Python that starts a daemon in a new session, which runs `what`, and continues once the daemon has started.
 */
const daemon = (what: string): string => `
import signal, subprocess
read, write = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.setsid()
        os.write(write, b".")
        ${what}
    os._exit(0)
os.wait()
os.read(read, 1)
`;

export const processes: HostileCase[] = [
  {
    name: 'forks without end',
    body: 'while True:\n    try: os.fork()\n    except OSError: pass',
    ends: ['timeout', 'out_of_memory'],
  },
  {
    name: 'is held by a child of vfork that loops',
    body: `${LIBC}libc.vfork()\nwhile True: pass`,
    ends: ['timeout'],
  },
  {
    name: 'leaves daemons that work on',
    body: `${daemon('while True: pass')}\nreturn 1`,
    ends: ['success'],
  },
  powerless(
    'begins sessions, each of which could have a share of the processors of its own',
    `
${LIBC}
import subprocess
got = []
for begin in (libc.setsid, lambda: subprocess.run(["/usr/bin/setsid", "true"]).returncode == 0 or -1):
    if os.fork() == 0: os._exit(0 if begin() == -1 else 1)
    if os.wait()[1] != 0: got.append(begin.__name__)
return got`,
  ),
  {
    name: 'is killed by its child, with everything that the child sees',
    body: 'if os.fork() == 0: os.kill(-1, 9)\ntime.sleep(60)',
    ends: ['script_error'],
  },
  {
    name: 'sends every signal to the first process, the fork server, and any other process',
    body: `
import signal
for pid in {*range(1, 40_000)} - {*map(int, os.listdir("/proc/self/task"))}:
    for number in (9, 2, 19) if pid > 1 else signal.valid_signals():
        try: os.kill(pid, number)
        except OSError: pass
return "alive"`,
    ends: ['success'],
  },
  powerless(
    'asks for a better standing with the scheduler',
    `
done = []
for name, call in {
    "nice": lambda: os.nice(-5),
    "priority": lambda: os.setpriority(os.PRIO_USER, 0, -5),
    "fifo": lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50)),
    "rr": lambda: os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1)),
}.items():
    try:
        call()
        done.append(name)
    except OSError: pass
return done`,
  ),
  powerless(
    'sees, traces and reads other processes',
    `
${LIBC}
done = [pid for pid in os.listdir("/proc") if pid.isdigit() and int(pid) not in (1, os.getpid())]
for way in ("mem", "environ", "maps", "fd", "cwd", "root", "exe", "auxv", "syscall", "ns/net"):
    at = f"/proc/1/{way}"
    try: done.append([way, os.listdir(at) if way == "fd" else os.readlink(at) if way in ("cwd", "root", "exe", "ns/net") else open(at, "rb").read(1).hex()])
    except OSError: pass
if libc.ptrace(16, 1, 0, 0) == 0: done.append("ptrace")
try: done.append(os.open("/proc/1/mem", os.O_RDWR))
except OSError: pass
return done`,
  ),
  ...atWholeSize(
    {
      name: 'forks without end by the C library, past all that Python does about it',
      body: `${LIBC}while True: libc.fork()`,
      ends: ['timeout', 'out_of_memory', 'sandbox_error'],
    },
    {
      name: 'starts shells that start shells',
      body: `import subprocess\nsubprocess.run(["/bin/sh", "-c", "f() { f | f & }; f; sleep 60"])\ntime.sleep(60)`,
      ends: ['timeout', 'out_of_memory'],
    },
    {
      name: 'starts processes of multiprocessing that do the same',
      script: `
import multiprocessing, time
def more():
    while True:
        try: multiprocessing.get_context("fork").Process(target=more).start()
        except OSError: time.sleep(0.01)
def run(params, reporter): more()
`,
      ends: ['timeout', 'out_of_memory'],
    },
    {
      name: 'starts threads without end',
      body: `
import threading
def spin():
    while True: pass
while True:
    try: threading.Thread(target=spin).start()
    except (RuntimeError, MemoryError): time.sleep(0.01)`,
      ends: ['timeout', 'out_of_memory'],
    },
    {
      name: 'leaves daemons that are stopped, and deaf',
      body: `${daemon('[signal.signal(n, signal.SIG_IGN) for n in (1, 2, 3, 15)]; os.kill(os.getpid(), 19)')}\nreturn 1`,
      ends: ['success'],
    },
    {
      name: 'leaves a daemon that keeps its standard output and writes to it',
      body: `${daemon('while True: os.write(1, b"still here\\n")')}\nreturn 1`,
      ends: ['success'],
    },
    {
      name: 'leaves a daemon and never ends',
      body: `${daemon('while True: os.setsid() if os.fork() == 0 and os.fork() == 0 else time.sleep(0.05)')}\nwhile True: pass`,
      ends: ['timeout', 'out_of_memory'],
    },
    {
      name: 'stops itself',
      body: 'os.kill(os.getpid(), 19)\nwhile True: pass',
      ends: ['timeout'],
    },
  ),
];
