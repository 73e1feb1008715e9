import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorProject, npmPackage } from '../support/author-project.js';
import { type Files, removeFolders } from '../support/folders.js';
import { type TestServer } from '../support/server.js';
import { CLI } from '../support/server-process.js';
import { sharedServer } from '../support/shared-server.js';
import { postMetaTask } from '../support/meta-tasks.js';
import { createTask, createMetaTask, runScript, TASKS, taskWhen } from '../support/tasks.js';

const PROGRAM = resolve(CLI);
const run = promisify(execFile);
let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(async () => {
  removeFolders();
  await server.stop();
});

const FILES: Files = {
  'src/main.ts': `import slug from 'slug';
import type { Order } from './order';
import { check } from './check';

export default function run({ title, limit = 100 }: Order) {
  check(title);
  return slug(title).slice(0, limit);
}
`,
  'src/order.ts': 'export interface Order { title: string; limit?: number }\n',
  'src/check.ts': `
export function check(title: string): void {
  if (title === '') throw new RangeError('no title');
}
`,
  ...npmPackage(
    'slug',
    {},
    {
      'index.js': `module.exports = (text) => text.toLowerCase().replace(/ +/g, '-');`,
    },
  ),
};

/** Runs the command line in a folder. Never rejects. */
async function metarun(
  folder: string,
  ...args: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  const options = { cwd: folder, maxBuffer: 16 * 1024 * 1024 };
  return run(process.execPath, [PROGRAM, ...args], options).then(
    (ended) => ({ code: 0, ...ended }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

describe('a bundle made by `metarun bundle`', () => {
  it("a bundle runs with a schema from its types and shows the author's lines in errors", async () => {
    const folder = authorProject(FILES);
    const { code, stdout, stderr } = await metarun(
      folder,
      'bundle',
      'src/main.ts',
      '-o',
      'made.js',
    );
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/k?B, with its source map; params_schema: by the types of run\n/);
    expect(stdout).toMatch(/ k?B {2}slug\n/);
    const script = readFileSync(join(folder, 'made.js'), 'utf8');

    const identifier = await createMetaTask(server, 'typescript', script);
    const done = await taskWhen(
      server,
      await createTask(server, identifier, { title: 'Two  Words' }),
    );
    expect(done).toMatchObject({ status: 'success', result: 'two-words' });
    const failed = await taskWhen(server, await createTask(server, identifier, { title: '' }));
    expect(failed).toMatchObject({
      error_message: 'RangeError: no title',
      error_stack: '    at check (src/check.ts:3:27)\n    at run (src/main.ts:6:3)',
      frames: [
        {
          file: 'src/check.ts',
          line: 3,
          column: 27,
          function: 'check',
          text: "if (title === '') throw new RangeError('no title');",
          own: true,
          cause: 0,
        },
        { file: 'src/main.ts', line: 6, column: 3, function: 'run', text: 'check(title);' },
      ],
    });
    const refused = await server.call('POST', TASKS, {
      body: { task_type_identifier: identifier, params: { titel: 'x' } },
    });
    expect(refused.body).toMatchObject({ code: 'invalid_params' });
  });

  it('metarun bundle --json prints the same bundle for programs', async () => {
    const folder = authorProject(FILES);
    const { stdout, stderr } = await metarun(folder, 'bundle', 'src/main.ts', '--json');
    const { script, params_schema, bytes, inputs, minified } = JSON.parse(stdout);
    expect(stderr).toBe('');
    expect(bytes).toBe(Buffer.byteLength(script));
    expect(minified).toBe(false);
    expect(params_schema.required).toEqual(['title']);
    expect(inputs.map(({ file }: { file: string }) => file).sort()).toEqual([
      'node_modules/slug/index.js',
      'src/check.ts',
      'src/main.ts',
    ]);
    const task = await runScript(server, 'typescript', script, { params: { title: 'A' } });
    expect(task.result).toBe('a');
  });

  it('a bundle goes to standard output if no output file is named', async () => {
    const { stdout } = await metarun(authorProject(FILES), 'bundle', 'src/main.ts', '--minify');
    expect(stdout).toMatch(/^\/\/ metarun bundle \{.*\n\/\/# sourceMappingURL=[^\n]+\n$/s);
  });

  it('metarun bundle exits with 1 and lists the errors of code that cannot run', async () => {
    const folder = authorProject({ 'main.ts': `import vm from 'vm';\nexport default () => vm;\n` });
    const refused = await metarun(folder, 'bundle', 'main.ts');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^metarun: main\.ts:1:16: imports "vm", a module of Node .*\n$/);
    const json = await metarun(folder, 'bundle', 'main.ts', '--json');
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toEqual({
      errors: [
        expect.objectContaining({ file: 'main.ts', line: 1, column: 16, chain: ['main.ts'] }),
      ],
    });
  });
});

it.each([
  [`import { x } from 'lodash';\nexport default () => x;`, 'lodash', 1],
  [`\nexport default () => require('./own');`, './own', 2],
])(
  'a script with an import is refused with the import and what to do: %s',
  async (script, name, line) => {
    const body = { name: 'imports', script, script_language: 'typescript' };
    const { status, body: problem } = await postMetaTask(server, body);
    expect(status).toBe(422);
    expect(problem).toMatchObject({
      code: 'invalid_script',
      errors: [{ line, message: expect.stringContaining(`Cannot import "${name}"`) }],
    });
    expect(JSON.stringify(problem)).toContain('metarun bundle');
  },
);

it('a bundle header without a valid schema adds no params schema', async () => {
  for (const header of [
    '{}',
    '{"params_schema":5}',
    '{"params_schema":{"type":5}}',
    '{"other":1}',
  ]) {
    const script = `// metarun bundle ${header}\nexport default (params) => params;\n`;
    const task = await runScript(server, 'typescript', script, { params: { any: 1 } });
    expect(task).toMatchObject({ status: 'success', result: { any: 1 } });
  }
});

it.each([100, 3_000, 60_000])(
  'a bundle header nested %d levels deep does no harm',
  async (levels) => {
    const deep = `${'{"not":'.repeat(levels)}{}${'}'.repeat(levels)}`;
    const script = `// metarun bundle {"params_schema":${deep}}\nexport default () => 1;\n`;
    expect(await runScript(server, 'typescript', script)).toMatchObject({ result: 1 });
  },
);
