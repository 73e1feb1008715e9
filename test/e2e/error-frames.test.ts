import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readError } from '../support/http.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { createMetaTask, createTask, TASKS, taskWhen } from '../support/tasks.js';
import type { Wire } from '../support/wire.js';

const PYTHON = `import lib.dates

def run(params, reporter):
    try:
        lib.dates.parse("x")
    except ValueError as error:
        raise RuntimeError(f"attempt {reporter.task.attempt}") from error
#|metarun-files
#|file lib/dates.py
#|>def parse(text):
#|>    return   int(text) + 1
`;
const TYPESCRIPT = `export async function run() {
  const parse = (text: string) => {
    throw new RangeError(text);
  };
  try {
    parse('x');
  } catch (cause) {
    throw new Error('no total', { cause });
  }
}
`;

type Frame = Wire['ErrorFrameDto'];
type Source = Wire['SourceFileDto'];

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

function loadSources(identifier: string, version = '1') {
  const path = `/projects/default/task-types/${identifier}/versions/${version}/sources`;
  return server.call<Source[]>('GET', path);
}

describe('the frames of an error', () => {
  it("the frames of a Python error name the author's files and lines in every attempt", async () => {
    const identifier = await createMetaTask(server, 'python', PYTHON, {
      max_attempts: 2,
      retry_delay_seconds: 0,
    });
    const id = await createTask(server, identifier);
    const raise = 'raise RuntimeError(f"attempt {reporter.task.attempt}") from error';
    const frames = [
      { cause: 0, file: 'workflow.py', line: 7, function: 'run', text: raise, own: true },
      { cause: 1, file: 'lib/dates.py', line: 2, function: 'parse' },
      { cause: 1, file: 'workflow.py', line: 5, text: 'lib.dates.parse("x")' },
    ];
    const task = await taskWhen(server, id);
    expect(task).toMatchObject({ error_message: 'RuntimeError: attempt 2', frames });
    const [, parse] = (task as typeof task & { frames: Frame[] }).frames;
    const { body: files } = await loadSources(identifier);
    const line = files[1]?.content.split('\n')[1] ?? '';
    expect(parse?.text).toBe(line.trim());
    // Older versions of Python do not report the column.
    if (parse?.column !== null)
      expect(line.slice((parse?.column ?? 0) - 1)).toMatch(/^int\(text\)/);
    const { body } = await server.call('GET', `${TASKS}/${id}/attempts`);
    expect(body).toMatchObject([
      { attempt: 1, frames, sandbox_level: expect.any(Number) },
      { attempt: 2, frames, sandbox_level: expect.any(Number) },
    ]);
  });

  it('the frames of a TypeScript error name the lines of the source', async () => {
    const id = await createTask(server, await createMetaTask(server, 'typescript', TYPESCRIPT));
    expect(await taskWhen(server, id)).toMatchObject({
      frames: [
        { cause: 0, line: 8, column: 11, text: "throw new Error('no total', { cause });" },
        { cause: 1, line: 3, column: 11, function: 'parse', text: 'throw new RangeError(text);' },
        { cause: 1, line: 6, column: 5, function: 'run', text: "parse('x');" },
      ],
    });
  });

  it('a task without an error has no frames', async () => {
    const script = 'def run(params, reporter):\n    pass\n';
    const id = await createTask(server, await createMetaTask(server, 'python', script));
    expect(await taskWhen(server, id)).toMatchObject({ error_stack: null, frames: [] });
  });
});

describe('the sources of a version', () => {
  it('the sources of a version are the files of its script, the one with run first', async () => {
    const identifier = await createMetaTask(server, 'python', PYTHON);
    const { body } = await loadSources(identifier);
    expect(body).toEqual([
      {
        path: 'workflow.py',
        language: 'python',
        content: PYTHON.slice(0, PYTHON.indexOf('#|')),
        generated: false,
      },
      {
        path: 'lib/dates.py',
        language: 'python',
        content: 'def parse(text):\n    return   int(text) + 1\n',
        generated: false,
      },
    ]);
  });

  it('the sources of a bundle come from its source map, or else the bundle itself is shown', async () => {
    const bundle = (map: object): string => {
      const encoded = Buffer.from(JSON.stringify({ version: 3, names: [], mappings: '', ...map }));
      return `export default () => 1;\n//# sourceMappingURL=data:application/json;base64,${encoded.toString('base64')}\n`;
    };
    const whole = bundle({
      sources: ['src/a.json', 'src/main.ts', 'node_modules/x/index.js'],
      sourcesContent: ['{}', 'export default () => 1;', null],
      x_entry: 'src/main.ts',
    });
    const { body } = await loadSources(await createMetaTask(server, 'typescript', whole));
    expect(body.map(({ path, language, generated }) => [path, language, generated])).toEqual([
      ['src/main.ts', 'typescript', false],
      ['src/a.json', 'json', false],
    ]);
    const bare = bundle({ sources: ['src/main.ts'] });
    const other = await loadSources(await createMetaTask(server, 'typescript', bare));
    expect(other.body).toEqual([
      { path: 'workflow.ts', language: 'typescript', content: bare, generated: true },
    ]);
  });

  it('the sources of an unknown version or meta-task are not found', async () => {
    const identifier = await createMetaTask(server, 'python', PYTHON);
    expect((await loadSources(identifier, '7')).status).toBe(404);
    expect((await loadSources('nothing')).status).toBe(404);
    expect(readError(await loadSources(identifier, 'x'))).toMatch(/^4/);
  });
});
