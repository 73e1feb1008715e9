import { atWholeSize, type HostileCase } from '../support/hostile-case.js';
import { LIBC } from './target.js';

/** Writes directly to the channel to the host, bypassing the guest. */
const SAY = `
def say(data):
    view = memoryview(data)
    while view: view = view[os.write(3, view):]
`;
const call = (method: string, args: string): string =>
  `b'{"type":"call","id":7,"method":"${method}","args":${args}}\\n'`;

export const channel: HostileCase[] = [
  {
    name: 'sends its own result, and goes on',
    body: `${SAY}\nsay(b'{"type":"done","result":"forged"}\\n')\nwhile True: pass`,
    ends: ['success'],
  },
  {
    name: 'sends an outcome that only the host can know',
    body: `${SAY}\nsay(b'{"type":"failed","error":{"code":"worker_lost","type":"","message":"","stack":null}}\\n')\ntime.sleep(60)`,
    ends: ['sandbox_error'],
  },
  {
    name: 'writes noise to every descriptor',
    body: 'while True:\n    for fd in range(1024):\n        try: os.write(fd, os.urandom(1024))\n        except OSError: pass',
    ends: ['sandbox_error', 'script_error'],
  },
  {
    name: 'sends a line that never ends',
    body: `${SAY}\nwhile True: say(b"x" * (1 << 20))`,
    ends: ['sandbox_error'],
  },
  {
    name: 'makes a million small calls',
    body: `${SAY}\nframes = ${call('files.exists', '{"path":"/a"}')} * 1000\nwhile True: say(frames)`,
    ends: ['timeout'],
  },
  {
    name: 'calls something that is not a method, with something that is not arguments',
    body: `
${SAY}
for method in ("__proto__", "constructor", "files", "files.__proto__", "toString", "", "x" * 100_000, "files.read\\\\n"):
    for args in ("null", "[]", "7", "{}", '{"path":null}', '{"__proto__":{"path":"/a"}}', '{"path":{"toString":1}}'):
        say(f'{{"type":"call","id":1,"method":"{method}","args":{args}}}\\n'.encode())
say(b'{"type":"call","id":-1e308,"method":"files.list","args":{}}\\n')
time.sleep(0.3)
return 1`,
    ends: ['success'],
  },
  {
    name: 'takes the answers of its host from its guest',
    body: `
import threading
def steal():
    while True: os.read(3, 65536)
for _ in range(8): threading.Thread(target=steal, daemon=True).start()
while True: reporter.files.exists("/a")`,
    ends: ['timeout'],
  },
  {
    name: 'closes its channel',
    body: 'import socket\nsocket.socket(fileno=os.dup(3)).shutdown(2)\nos.dup2(0, 3)\ntime.sleep(60)',
    ends: ['sandbox_error', 'script_error'],
  },
  {
    name: 'floods its log by every way that there is',
    body: `
import logging, subprocess
subprocess.Popen("yes error >&2 & yes", shell=True)
while True:
    print("x" * 10_000)
    sys.stderr.write("\\n" * 1_000)
    logging.critical("x")
    reporter.log("y", level="debug")
    os.write(1, b"z" * 10_000)`,
    ends: ['timeout'],
  },
  ...atWholeSize(
    {
      name: 'floods its host after its end',
      body: `${SAY}\nsay(b'{"type":"done","result":1}\\n' + b'{"type":"phase","text":"late"}\\n' * 100_000)\nwhile True: say(b'{"type":"done","result":2}\\n')`,
      ends: ['success'],
      wrong: ({ result, current_phase }) =>
        result === 1 && current_phase === null ? null : 'what came late counts',
    },
    {
      name: 'sends half a frame and falls silent',
      body: `${SAY}\nsay(b'{"type":"done","res')\nwhile True: pass`,
      ends: ['timeout'],
    },
    {
      name: 'sends a frame that is nested a hundred thousand deep',
      body: `${SAY}\nsay(b'{"type":"done","result":' + b"[" * 10**5 + b"]" * 10**5 + b"}\\n")\ntime.sleep(60)`,
      ends: ['sandbox_error'],
    },
    {
      name: 'sends text that cannot be stored',
      body: `${SAY}\nsay(b'{"type":"done","result":"a\\\\u0000\\\\ud800"}\\n')\ntime.sleep(60)`,
      ends: ['sandbox_error'],
    },
    {
      name: 'sends log lines of 16 MB without end',
      body: `${SAY}\nline = b'{"type":"log","level":"info","text":"' + b"x" * (16 << 20) + b'"}\\n'\nwhile True: say(line)`,
      ends: ['sandbox_error'],
    },
    {
      name: 'sends calls of two million values without end',
      body: `${SAY}\nwhile True: say(${call('files.list', `{"path":[' + b"[]," * 2_000_000 + b'1]}`)})`,
      ends: ['sandbox_error'],
    },
    {
      name: 'sends calls with as many values as there may be, without end',
      body: `${SAY}\nframe = ${call('files.list', `{"path":[' + b"[]," * 120_000 + b'1]}`)}\nwhile True: say(frame)`,
      ends: ['timeout'],
    },
    {
      name: 'sends a result of 16 MB past its guest',
      body: `${SAY}\nsay(b'{"type":"done","result":"' + b"x" * (16_000_000) + b'"}\\n')\ntime.sleep(60)`,
      ends: ['sandbox_error'],
    },
    {
      name: 'asks for large files and reads no answer',
      body: `
${SAY}
reporter.files.write("/large", "ä" * (4 << 20))
say(${call('files.read', '{"path":"/large"}')} * 500)
os.kill(os.getpid(), 19)`,
      ends: ['timeout'],
    },
    {
      name: 'writes large files without end and reads no answer',
      body: `${SAY}\nframe = ${call('files.write', `{"path":"/large","content":"' + b"x" * (7 << 20) + b'"}`)}\nwhile True: say(frame)`,
      ends: ['timeout'],
    },
    {
      name: 'has a child write to the channel at the same time',
      body: `${LIBC}${SAY}\nlibc.fork()\nwhile True: say(b'{"type":"phase","text":"' + b"x" * 70_000 + b'"}\\n')`,
      ends: ['sandbox_error', 'timeout'],
    },
    {
      name: 'closes every descriptor, its guest’s own too',
      body: 'os.closerange(0, 1024)\nwhile True: pass',
      ends: ['sandbox_error', 'script_error', 'timeout'],
    },
    {
      name: 'sets phases without end',
      body: 'number = 0\nwhile True:\n    number += 1\n    reporter.set_phase(f"{number} " + "x" * 490)',
      ends: ['timeout'],
    },
    {
      name: 'floods its log past its guest, which counts',
      body: `${SAY}\nline = b'{"type":"log","level":"error","text":""}\\n' * 1000\nwhile True: say(line)`,
      ends: ['timeout'],
    },
    {
      name: 'falls and rises in its progress without end',
      body: `${SAY}\nline = b'{"type":"progress","value":1e308}\\n{"type":"progress","value":-0.0}\\n{"type":"phase","text":"x"}\\n' * 500\nwhile True: say(line)`,
      ends: ['timeout'],
      wrong: ({ progress }) => (progress <= 99 ? null : `progress is ${progress}`),
    },
  ),
];
