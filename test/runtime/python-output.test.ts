/** The output of a Python run is the same as that of a Python program. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RecordingHost } from '../support/recording-host.js';
import { makePythonRuntime } from '../support/runtimes.js';
import { buildScript, startersFor } from './python-harness.js';

const runtime = makePythonRuntime();
const { start, runToEnd } = startersFor(runtime);
beforeAll(() => runtime.warm());
afterAll(() => runtime.close());

describe('the output of a run', () => {
  it('text that was flushed is in the log whatever ends the run', async () => {
    const kill = await runToEnd(`
import os, signal
print("connecting ... ", end="", flush=True)
os.kill(os.getpid(), signal.SIGKILL)
`);
    expect(kill).toMatchObject({
      end: { code: 'script_crashed', message: "The script's process was killed by SIGKILL." },
      info: ['connecting ... '],
      open: ['connecting ... '],
    });
    const exit = await runToEnd(`
import os, sys
os.write(1, b"to the descriptor")
os.write(2, b"last words\\nand more")
os._exit(7)
`);
    expect(exit).toMatchObject({
      end: { code: 'script_crashed' },
      info: ['to the descriptor'],
      warning: ['last words', 'and more'],
    });
  });

  it('the words of a crash are in the log', async () => {
    const { end, warning } = await runToEnd(`
import ctypes, faulthandler
faulthandler.enable()
ctypes.string_at(0)
`);
    expect(end).toMatchObject({ code: 'script_crashed' });
    expect(warning).toContain('Fatal Python error: Segmentation fault');
    expect(warning.join('\n')).toContain('File "workflow.py", line 5 in run');
  });

  it('lines stand in the order in which they were written, by whatever wrote them', async () => {
    const { info } = await runToEnd(`
import ctypes, logging, os, subprocess, sys
for n in range(20):
    print(f"{n} print")
    subprocess.run(["echo", f"{n} child"])
    print(f"{n} again", file=sys.stdout)
    os.write(1, f"{n} write\\n".encode())
    logging.info("%d logging", n)
    ctypes.CDLL(None).puts(f"{n} C".encode())
    ctypes.CDLL(None).fflush(None)
    reporter.log(f"{n} reporter")
`);
    const words = ['print', 'child', 'again', 'write', 'logging', 'C', 'reporter'];
    expect(info).toEqual(
      Array.from({ length: 20 }, (_, n) => words.map((word) => `${n} ${word}`)).flat(),
    );
  });

  it('lines of both streams stand in the order in which they were written', async () => {
    const host = new RecordingHost();
    const script = buildScript(
      `
for n in range(30):
    print(f"{n} print", file=sys.stderr)
    sys.stdout.buffer.write(f"{n} bytes\\n".encode())
    sys.stdout.buffer.flush()
    print(f"{n} again", file=sys.stderr)
    subprocess.run(["echo", f"{n} child"])
    os.write(2, f"{n} write\\n".encode())
`,
      'import os, subprocess, sys',
    );
    await start(script, { host }).outcome;
    const words = ['print', 'bytes', 'again', 'child', 'write'];
    expect(host.events.map((event) => event.split(':')[1])).toEqual(
      Array.from({ length: 30 }, (_, n) => words.map((word) => `${n} ${word}`)).flat(),
    );
  });

  it('a progress bar is one line, which is shown while it moves', async () => {
    const { warning, open } = await runToEnd(`
import sys, time
for percent in (0, 50, 100):
    print(f"\\r{percent:3} %", end="", file=sys.stderr, flush=True)
    # All that comes within some milliseconds is one piece.
    time.sleep(0.05)
print(file=sys.stderr)
`);
    expect(warning).toEqual(['100 %']);
    expect(open).toEqual(['  0 %', ' 50 %', '100 %']);
  });

  it('standard output is a stream of the interpreter over a pipe', async () => {
    const { end, info } = await runToEnd(`
import codecs, contextlib, io, os, subprocess, sys, tempfile
out = sys.stdout
kinds = [type(out).__mro__[1], type(out.buffer), isinstance(out.buffer.raw, io.FileIO)]
facts = [out.name, out.mode, out.encoding, out.isatty(), out.seekable(), out.fileno(), sys.__stdout__ is out]
facts += [out.line_buffering, out.write_through, sys.stderr.errors, out.buffer.raw.mode]
out.reconfigure(line_buffering=True, errors="backslashreplace")
print("é \\ud800")
sys.stdout = io.TextIOWrapper(out.buffer, encoding="utf-8", line_buffering=True)
print("a wrapper")
sys.stdout.detach()
sys.stdout = out
writer = codecs.getwriter("utf-8")(out.buffer)
writer.write("codecs\\n")
out.flush()
with contextlib.redirect_stdout(io.StringIO()) as text:
    print("redirected")
saved = os.dup(1)
with tempfile.TemporaryFile() as file:
    os.dup2(file.fileno(), 1)
    print("to the file")
    subprocess.run(["echo", "from a child"])
    os.dup2(saved, 1)
    file.seek(0)
    content = file.read().decode()
subprocess.run(["echo", "a child"], stdout=out)
out.buffer.raw.write(b"raw\\n")
out.write("not flushed")
out.close()
return [[str(kind) for kind in kinds], facts, text.getvalue(), content]
`);
    expect(end).toEqual([
      ["<class '_io.TextIOWrapper'>", "<class '_io.BufferedWriter'>", 'True'],
      ['<stdout>', 'w', 'utf-8', false, false, 1, true, true, false, 'backslashreplace', 'wb'],
      'redirected\n',
      'to the file\nfrom a child\n',
    ]);
    expect(info).toEqual(['é \\ud800', 'a wrapper', 'codecs', 'a child', 'raw', 'not flushed']);
  });

  it('a stream that has replaced standard output is flushed at the end', async () => {
    const { info } = await runToEnd(`
import io, sys
sys.stdout = io.TextIOWrapper(io.BufferedWriter(sys.stdout.buffer.raw, 4096), encoding="utf-8")
print("held", end="")
`);
    expect(info).toEqual(['held']);
  });

  it('a signal handler may print and log while a report is being sent', async () => {
    const { end, info, warning } = await runToEnd(`
import logging, signal, sys
def handle(*_):
    print("from the handler")
    print("printed", file=sys.stderr)
    logging.warning("logged")
signal.signal(signal.SIGALRM, handle)
def interrupt(frame, event, called):
    if event == "c_call" and called.__name__ == "sendall":
        sys.setprofile(None)
        signal.raise_signal(signal.SIGALRM)
for n in range(1, 4):
    sys.setprofile(interrupt)
    print("before", n)
    reporter.set_progress(n)
print("after")
return "all returned"
`);
    expect(end).toBe('all returned');
    expect(info).toEqual([
      ...[1, 2, 3].flatMap((n) => [`before ${n}`, 'from the handler']),
      'after',
    ]);
    expect(warning.toSorted()).toEqual([...Array(3).fill('logged'), ...Array(3).fill('printed')]);
  });

  it('a signal handler may print and log at any time', async () => {
    const { end, warning } = await runToEnd(`
import logging, signal, sys, time
def handle(*_):
    print("printed", file=sys.stderr)
    logging.warning("logged")
signal.signal(signal.SIGALRM, handle)
for n in range(50):
    signal.setitimer(signal.ITIMER_REAL, 0.001)
    until = time.monotonic() + 0.003
    while time.monotonic() < until:
        reporter.set_progress(n)
        print("\\r", n, end="", flush=True)
return "all returned"
`);
    expect(end).toBe('all returned');
    expect(warning.filter((line) => line === 'printed')).toHaveLength(50);
    expect(warning.filter((line) => line === 'logged').length).toBeGreaterThan(10);
  });

  it('an exception of a signal handler is neither lost nor has lines written twice', async () => {
    const { end, info } = await runToEnd(`
import itertools, signal
def handle(*_):
    raise TimeoutError()
signal.signal(signal.SIGALRM, handle)
raised, numbers = 0, itertools.count()
for _ in range(30):
    signal.setitimer(signal.ITIMER_REAL, 0.002)
    try:
        while True:
            print(next(numbers))
    except TimeoutError:
        raised += 1
return raised
`);
    expect(end).toBe(30);
    const whole = info.filter((line) => /^\d+$/.test(line));
    expect(new Set(whole).size).toBe(whole.length);
  });

  it('children that are forked while another thread prints end', async () => {
    const { end } = await runToEnd(`
import multiprocessing, threading
done = threading.Event()
def rows():
    n = 0
    while not done.is_set():
        n += 1
        print("row", n)
thread = threading.Thread(target=rows)
thread.start()
context = multiprocessing.get_context("fork")
codes = []
for _ in range(10):
    child = context.Process(target=int)
    child.start()
    child.join(20)
    codes.append(child.exitcode)
    child.kill()
done.set()
thread.join()
return codes
`);
    expect(end).toEqual(Array.from({ length: 10 }, () => 0));
  });

  it('text that a library of C holds at the end is written, and a bad call of logging is reported', async () => {
    const { info, warning } = await runToEnd(`
import ctypes, logging
ctypes.CDLL(None).printf(b"of C")
logging.error("order %d of %s", 7)
`);
    expect(info).toEqual(['of C']);
    expect(warning).toContain('--- Logging error ---');
    expect(warning).toContain("Message: 'order %d of %s'");
  });

  it('a process that the script forks prints to the same log', async () => {
    const { info, warning } = await runToEnd(`
import logging, os, sys
from multiprocessing import get_context
def work(n):
    print("child", n)
    logging.warning("from child %d", n)
for n in range(2):
    process = get_context("fork").Process(target=work, args=(n,))
    process.start()
    process.join()
print("parent")
`);
    expect(info).toEqual(['child 0', 'child 1', 'parent']);
    expect(warning).toEqual(['from child 0', 'from child 1']);
  });
});

it('a script of many lines is one of many lines in the log', async () => {
  const host = new RecordingHost();
  await start(buildScript('for n in range(3000):\n    print(n)'), {
    host,
    limits: { max_log_bytes: 1_000_000 },
  }).outcome;
  expect(host.logged('info')).toEqual(Array.from({ length: 3_000 }, (_, n) => String(n)));
});
