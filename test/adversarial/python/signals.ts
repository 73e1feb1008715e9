import { atWholeSize, type HostileCase } from '../support/hostile-case.js';

export const signals: HostileCase[] = [
  {
    name: 'ignores every signal',
    body: `
import signal
for number in signal.valid_signals() - {9, 19}:
    signal.signal(number, signal.SIG_IGN)
while True: pass`,
    ends: ['timeout'],
  },
  {
    name: 'never ends its clean-up when it is cancelled',
    body: 'reporter.set_phase("Working")\ntry: time.sleep(60)\nfinally:\n    while True: pass',
    cancelled: true,
    ends: ['cancelled'],
  },
  {
    name: 'is async and swallows its cancellation',
    script: `
import asyncio
async def run(params, reporter):
    reporter.set_phase("Working")
    while True:
        try: await asyncio.sleep(60)
        except BaseException: pass
`,
    cancelled: true,
    ends: ['cancelled'],
  },
  {
    name: 'holds the lock of the interpreter in C',
    body: 'import ctypes\nctypes.PyDLL(None).sleep(60)',
    ends: ['timeout'],
  },
  {
    name: 'leaves threads and functions for the end that never end',
    body: `
import atexit, threading
def loop(*_):
    while True: time.sleep(0.001)
atexit.register(loop)
threading._register_atexit(loop)
threading.Thread(target=loop).start()
return 1`,
    ends: ['timeout'],
  },
  ...atWholeSize(
    {
      name: 'handles every signal by a loop, and sends itself all of them',
      body: `
import signal
def loop(*_):
    while True: pass
for number in signal.valid_signals() - {9, 19}:
    signal.signal(number, loop)
    os.kill(os.getpid(), number)`,
      ends: ['timeout'],
    },
    {
      name: 'has itself interrupted a million times a second',
      body: `
import signal
signal.signal(signal.SIGALRM, lambda *_: None)
signal.setitimer(signal.ITIMER_REAL, 1e-6, 1e-6)
while True: print("x")`,
      ends: ['timeout'],
    },
    {
      name: 'returns a result from its clean-up when it is cancelled',
      body: 'reporter.set_phase("Working")\ntry: time.sleep(60)\nfinally: return "not cancelled"',
      cancelled: true,
      ends: ['cancelled'],
    },
    {
      name: 'is async and starts another task whenever one is cancelled',
      script: `
import asyncio
async def again():
    try: await asyncio.sleep(60)
    finally: asyncio.get_running_loop().create_task(again())
async def run(params, reporter):
    for _ in range(50): asyncio.get_running_loop().create_task(again())
    await asyncio.sleep(60)
`,
      ends: ['timeout'],
    },
    {
      name: 'waits in C in many threads, for a loop of asyncio that waits for them',
      script: `
import asyncio, time
async def run(params, reporter):
    await asyncio.gather(*(asyncio.to_thread(time.sleep, 60) for _ in range(20)))
`,
      ends: ['timeout'],
    },
    {
      name: 'leaves an object whose __del__ never ends',
      body: 'class Loop:\n    def __del__(self):\n        while True: pass\nloop = Loop()\nreturn 1',
      ends: ['timeout'],
    },
  ),
];
