/** `logging` works in a Python run as in a Python program, and its records become log lines. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RecordingHost } from '../support/recording-host.js';
import { makePythonRuntime } from '../support/runtimes.js';
import { startersFor } from './python-harness.js';

const runtime = makePythonRuntime();
const { runBody } = startersFor(runtime);
beforeAll(() => runtime.warm());
afterAll(() => runtime.close());

describe('logging', () => {
  /** Returns the log lines, with their levels, of a body that begins with `import logging`. */
  const collectLog = async (body: string): Promise<string[]> => {
    const host = new RecordingHost();
    await runBody(`import io, logging, logging.handlers, os, sys${body}`, { host });
    return ['debug', 'info', 'warning', 'error'].flatMap((level) =>
      host.logged(level).map((line) => `${level} ${line}`),
    );
  };

  it('a format that the script configures is that of its lines, which keep their levels', async () => {
    const lines = await collectLog(`
logging.basicConfig(level=logging.INFO, format="%(levelname)s|%(message)s", stream=sys.stdout)
logging.debug("d")
logging.info("i")
logging.getLogger("lib").error("e")
`);
    expect(lines).toEqual(['info INFO|i', 'error ERROR|e']);
  });

  it('a level alone limits what is logged', async () => {
    const lines = await collectLog(`
logging.basicConfig(level="WARNING")
logging.basicConfig(level="DEBUG", format="only the first call counts")
logging.info("i")
logging.getLogger("lib").warning("w")
`);
    expect(lines).toEqual(['warning lib: w']);
  });

  it('a record that is configured to go to a file goes there alone', async () => {
    const lines = await collectLog(`
logging.basicConfig(filename="app.log", level=logging.INFO, format="%(message)s")
logging.info("kept")
print(open("app.log").read(), end="")
`);
    expect(lines).toEqual(['info kept']);
  });

  it('a record that a handler of the script takes is logged once', async () => {
    const lines = await collectLog(`
log = logging.getLogger("app")
log.addHandler(logging.StreamHandler())
log.warning("once")
logging.getLogger("quiet").addHandler(logging.NullHandler())
logging.getLogger("quiet").warning("not lost")
text = io.StringIO()
logging.getLogger("text").addHandler(logging.StreamHandler(text))
logging.getLogger("text").error("elsewhere")
print(text.getvalue(), end="")
`);
    expect(lines).toEqual(['info elsewhere', 'warning once', 'warning quiet: not lost']);
  });

  it('a handler of a standard stream that leads elsewhere writes there', async () => {
    const lines = await collectLog(`
logging.basicConfig(format="%(message)s")
saved = os.dup(2)
file = os.open("err.txt", os.O_CREAT | os.O_RDWR)
os.dup2(file, 2)
logging.warning("in the file")
os.dup2(saved, 2)
print(open("err.txt").read(), end="")
`);
    expect(lines).toEqual(['info in the file']);
  });
});
