/** Checks that the type declarations for authors' editors match the real members. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { body, run, runtime } from '../support/typescript-runs.js';
import { TSC } from '../support/compiler.js';

const execute = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

const WORKFLOW = `import type { FileEntry, MetarunError, Reporter, Workflow } from 'metarun/workflow';

interface Params { path: string; limit?: number }

const run: Workflow<Params, { size: number }> = async ({ path, limit = 10 }, reporter) => {
  reporter.setPhase('Reading');
  const content: string | Uint8Array = await reporter.files.read(path);
  const entry: FileEntry = await reporter.files.write('/copy', content, { ws: null });
  for (const { size, type } of await reporter.files.list('/', { recursive: true }))
    if (type === 'file' && size > limit) reporter.log({ size }, 'debug');
  reporter.signal.throwIfAborted();
  reporter.setProgress(50);
  try {
    const found = await reporter.http.request('GET', 'https://a.example/', { query: { q: 1 }, timeoutMs: null });
    if (!found.ok) console.log(found.status, found.headers.get('x'), await found.text());
    console.log((await reporter.secrets.get('TOKEN')).length, reporter.task.attempt);
  } catch (error) {
    if ((error as MetarunError).code !== 'not_found') throw error;
  }
  return { size: entry.size };
};
export default run;

export const help = (reporter: Reporter): Promise<boolean> => reporter.files.exists('/');
`;
const WRONG = `import type { Reporter } from 'metarun/workflow';
export default function run(_params: unknown, reporter: Reporter) {
  reporter.setPhase(7);
  reporter.setPhases('x');
  reporter.log('x', 'loud');
  reporter.files.write('/a', 7);
  reporter.task.id = 'x';
  reporter.http.request('GET', 'https://a.example/', { timeout: 5 });
}
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'metarun-types-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/metarun'));
  const compilerOptions = {
    strict: true,
    noEmit: true,
    types: [],
    target: 'es2024',
    lib: ['es2024', 'dom'],
    module: 'nodenext',
  };
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await runtime.close();
});

async function listTypeErrors(file: string, source: string): Promise<string[]> {
  writeFileSync(join(folder, file), source);
  try {
    await execute(process.execPath, [TSC, '-p', folder], { cwd: folder });
    return [];
  } catch (error) {
    const { stdout } = error as { stdout: string };
    rmSync(join(folder, file));
    return stdout.split('\n').filter((line) => line.includes('error'));
  }
}

describe('for TypeScript', () => {
  it('a typed workflow compiles and passes the check of the runtime', async () => {
    expect(await listTypeErrors('workflow.ts', WORKFLOW)).toEqual([]);
    expect(await runtime.check(WORKFLOW, 'project-a')).toMatchObject({ ok: true });
    expect(
      await runtime.check(WORKFLOW.replace('import type', 'import'), 'project-a'),
    ).toMatchObject({
      ok: true,
    });
  });

  it('the type declarations report every misuse of the reporter', async () => {
    const found = await listTypeErrors('wrong.ts', WRONG);
    expect(found.map((line) => /\((\d+),/.exec(line)?.[1])).toEqual(['3', '4', '5', '6', '7', '8']);
  });

  it('the declared members are exactly those of the real reporter', async () => {
    const outcome = await run(
      body(
        'const { files, http, secrets, task } = reporter; return [reporter, files, http, secrets, task].map(Object.keys);',
      ),
    );
    const [reporter, files, http, secrets, task] =
      outcome.kind === 'success' ? (outcome.result as string[][]) : [];
    const check = (type: string, names: string[] = []): string =>
      `export const of${type}: Record<keyof ${type}, 0> = { ${names.map((name) => `${name}: 0`).join(', ')} };\n`;
    const source = `import type { Files, Http, Reporter, Secrets, Task } from 'metarun/workflow';
${check('Reporter', reporter)}${check('Files', files)}${check('Http', http)}${check('Secrets', secrets)}${check('Task', task)}`;
    expect(await listTypeErrors('members.ts', source)).toEqual([]);
  });
});

describe('for Python', () => {
  it.each(['runtimes/python', 'dist/runtimes/python'])(
    'the Python stub in %s matches the real module',
    async (path) => {
      const script = join(import.meta.dirname, 'python_types.py');
      const { stdout } = await execute('/usr/bin/python3', ['-B', script, join(ROOT, path)]);
      expect(JSON.parse(stdout)).toEqual([]);
    },
  );
});
