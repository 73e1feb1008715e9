/** The same interface in both languages, on the whole server: what each test says holds for Python and TypeScript. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Code, runBody } from '../support/inline-script.js';
import { LANGUAGES } from '../support/scripts.js';
import { startServer, type TestServer } from '../support/server.js';
import { createTask, createTaskType, logsOf, TASKS, taskWhen } from '../support/tasks.js';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** Begins, waits for what never comes, cleans up with calls of the reporter when it is told to stop. */
const CANCELLED: Record<string, string> = {
  python: `import time
from metarun import TaskCancelled
def run(params, reporter):
    try:
        reporter.set_phase("Working")
        time.sleep(600)
    except TaskCancelled:
        print("told")
        raise
    finally:
        reporter.files.write("/cancelled/python.txt", reporter.task.id)
`,
  'async python': `import asyncio
from metarun import Reporter, TaskCancelled
async def run(params, reporter: Reporter):
    try:
        reporter.set_phase("Working")
        await asyncio.gather(asyncio.sleep(600), asyncio.sleep(600))
    except TaskCancelled:
        print("told")
        raise
    finally:
        await asyncio.sleep(0.01)
        await asyncio.to_thread(reporter.files.write, "/cancelled/async-python.txt", reporter.task.id)
`,
  typescript: `export default async function run(params: unknown, reporter: any) {
  try {
    reporter.setPhase('Working');
    await new Promise((_, reject) => {
      setTimeout(reject, 600_000);
      reporter.signal.addEventListener('abort', () => reject(reporter.signal.reason));
    });
  } catch (error: any) {
    if (error.name === 'TaskCancelled') console.log('told');
    throw error;
  } finally {
    await reporter.files.write('/cancelled/typescript.txt', reporter.task.id);
  }
}
`,
};

describe.each(Object.keys(CANCELLED))('a cancelled %s script', (kind) => {
  it('cleans up within its grace', async () => {
    const language = kind === 'typescript' ? 'typescript' : 'python';
    const identifier = await createTaskType(server, language, CANCELLED[kind] ?? '');
    const id = await createTask(server, identifier);
    await taskWhen(server, id, (task) => task.current_phase === 'Working');
    const asked = performance.now();
    await server.call('POST', `${TASKS}/${id}/cancel`);
    expect(await taskWhen(server, id)).toMatchObject({ status: 'cancelled' });
    expect(performance.now() - asked).toBeLessThan(2_000);
    expect((await logsOf(server, id)).map(({ text }) => text)).toEqual(['told']);
    const path = `/cancelled/${kind.replace(' ', '-')}.txt`;
    const file = await server.call(
      'GET',
      `/external/v1/projects/default/files/content?path=${path}`,
    );
    expect(file.body).toMatchObject({ content: id });
  });
});

describe.each(LANGUAGES)('files in a %s script', (language) => {
  it('hold text and bytes as they were written', async () => {
    const code: Code = {
      python: `all_bytes = bytes(range(256)) * 300
told = []
for content in ["häl\\n", "", all_bytes, b"caf\\xc3\\xa9", b"\\xff", bytearray(b"\\xfe\\xff")]:
    reporter.files.write("/kinds/py", content)
    read = reporter.files.read("/kinds/py")
    told.append("text " + read if isinstance(read, str) else ["bytes", len(read), list(read[:3]), read == content])
return told`,
      typescript: `const all = Uint8Array.from({ length: 256 * 300 }, (_, index) => index);
const bytes = (...values: number[]) => new Uint8Array(values);
const told: unknown[] = [];
for (const content of ['häl\\n', '', all, bytes(0x63, 0x61, 0x66, 0xc3, 0xa9), bytes(0xff), bytes(0xfe, 0xff)]) {
  await reporter.files.write('/kinds/ts', content);
  const read = await reporter.files.read('/kinds/ts');
  const same = (other: any) => other.length === read.length && read.every((byte: number, index: number) => byte === other[index]);
  told.push(typeof read === 'string' ? 'text ' + read : ['bytes', read.length, [...read.subarray(0, 3)], same(content)]);
}
return told;`,
    };
    const { result } = await runBody(server, language, code);
    expect(result).toEqual([
      'text häl\n',
      'text ',
      ['bytes', 76_800, [0, 1, 2], true],
      'text café',
      ['bytes', 1, [255], true],
      ['bytes', 2, [254, 255], true],
    ]);
  });

  it('are listed with what is below them when that is asked for', async () => {
    const code: Code = {
      python: `reporter.files.write("/tree/py/a/b.txt", "x")
return [[entry["path"] for entry in reporter.files.list("/tree/py", recursive=deep)] for deep in (False, True)]`,
      typescript: `await reporter.files.write('/tree/ts/a/b.txt', 'x');
const paths = async (recursive: boolean) => (await reporter.files.list('/tree/ts', { recursive })).map((entry: any) => entry.path);
return [await paths(false), await paths(true)];`,
    };
    const { result } = await runBody(server, language, code);
    const root = `/tree/${language === 'python' ? 'py' : 'ts'}/a`;
    expect(result).toEqual([[root], [root, `${root}/b.txt`]]);
  });
});

describe('a TypeScript script', () => {
  it('fails by a rejection that nothing handles, with the place where it was made', async () => {
    const script = `async function send() {
  throw new RangeError('nobody waits for this');
}
export default async function run() {
  send();
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  return 'never';
}
`;
    const identifier = await createTaskType(server, 'typescript', script);
    const task = await taskWhen(server, await createTask(server, identifier));
    expect(task).toMatchObject({
      status: 'failed',
      error_code: 'script_error',
      error_message: 'Unhandled promise rejection: RangeError: nobody waits for this',
      error_stack: expect.stringContaining('at send (workflow.ts:2:9)'),
    });
  });
});
