import { atWholeSize, type HostileCase } from '../support/hostile-case.js';

/** Attacks on the guest from inside its own process, which only affect that run. */
export const guest: HostileCase[] = [
  {
    name: 'replaces what the guest is made of',
    body: `
import json, socket, threading
def refuse(*_, **__): raise RuntimeError("replaced")
json.dumps = json.loads = json.JSONEncoder.encode = os.write = os.getpid = time.sleep = refuse
threading.Thread.join = socket.socket.sendall = threading.Lock = refuse
return 1`,
    ends: ['success', 'script_error', 'sandbox_error'],
  },
  {
    name: 'lifts the checks of its guest and returns something that is not JSON',
    body: `
import gc
for module in list(sys.modules.values()):
    for name in ("strict", "strict_text", "clean"):
        if hasattr(module, name): setattr(module, name, lambda value, *_: value)
return '{"a":' * 100_000`,
    ends: ['sandbox_error', 'script_error', 'invalid_result'],
  },
  {
    name: 'empties the modules and the built-in names',
    body: 'import builtins\nsys.modules.clear()\nvars(builtins).clear()\nreturn 1',
    ends: ['success', 'script_error', 'sandbox_error'],
  },
  { name: 'calls sys.exit', body: 'sys.exit(0)', ends: ['script_error'] },
  { name: 'kills itself', body: 'os.kill(os.getpid(), 9)', ends: ['script_error'] },
  {
    name: 'interrupts its guest at every moment',
    body: `
import _thread, signal, threading
def interrupt():
    while True: _thread.interrupt_main(signal.SIGINT)
threading.Thread(target=interrupt, daemon=True).start()
return 1`,
    ends: ['success', 'script_error', 'sandbox_error', 'timeout'],
  },
  {
    name: 'comes back from run twice',
    body: 'return os.fork() == 0',
    ends: ['success'],
    wrong: ({ result }) => (result === false ? null : 'a child has answered'),
  },
  ...atWholeSize(
    {
      name: 'finds the channel of its guest and holds its lock',
      body: `
import gc, threading
for thing in gc.get_objects() + list(vars(reporter).values()):
    for name, value in list(getattr(thing, "__dict__", {}).items()):
        if type(value) is type(threading.Lock()): value.acquire(blocking=False)
return 1`,
      ends: ['timeout', 'sandbox_error', 'script_error'],
    },
    {
      name: 'raises the limits that its guest keeps, and logs without end',
      body: 'reporter._channel._log_bytes_left = 10**18\nwhile True: reporter.log("x" * 1_000)',
      ends: ['timeout'],
    },
    {
      name: 'walks up the stack and changes what it finds there',
      body: `
frame = sys._getframe(1)
while frame:
    for value in list(frame.f_locals.values()):
        if isinstance(value, dict): value.clear()
        if isinstance(value, list): value.clear()
    frame = frame.f_back
return 1`,
      ends: ['success', 'script_error', 'sandbox_error'],
    },
    {
      name: 'traces everything that comes after it, without end',
      body: `
import threading
def loop(*_):
    while True: pass
sys.setprofile(loop)
threading.setprofile(loop)
return 1`,
      ends: ['timeout'],
    },
    {
      name: 'refuses whatever is audited',
      body: 'def refuse(*_): raise RuntimeError("refused")\nsys.addaudithook(refuse)\nreturn open("/etc/hosts")',
      ends: ['script_error', 'sandbox_error'],
    },
    {
      name: 'puts itself in the place of standard output, and of all hooks',
      body: `
class Loop:
    def __getattr__(self, name):
        while True: pass
sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = Loop()
sys.excepthook = sys.unraisablehook = sys.displayhook = Loop
sys.meta_path.insert(0, Loop())
raise ValueError("x")`,
      ends: ['script_error'],
    },
    {
      name: 'imports what imports itself',
      body: `
class Finder:
    def find_spec(self, *_): return __import__("more")
sys.meta_path.insert(0, Finder())
sys.setrecursionlimit(10**6)
import more`,
      ends: ['script_error', 'out_of_memory', 'timeout'],
    },
    { name: 'calls os._exit', body: 'os._exit(0)', ends: ['script_error'] },
    {
      name: 'raises in the guest’s own threads',
      body: `
import ctypes, sys, threading
for ident in sys._current_frames():
    if ident != threading.get_ident():
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), ctypes.py_object(SystemExit))
while True:
    print("x")
    reporter.files.exists("/a")`,
      ends: ['timeout', 'script_error', 'sandbox_error'],
    },
  ),
];
