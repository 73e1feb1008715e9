import { readdirSync } from 'node:fs';
import { rename, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Backups, emptyInstallation, metarun } from '../support/backups.js';
import { sql } from '../support/sql.js';
import { requireProblem } from '../support/http.js';
import { type MetaTask, newMetaTask, postMetaTask, TYPES } from '../support/meta-tasks.js';
import { startServer, type HostedServer } from '../support/server.js';
import { createTask, TASKS, type TaskDetail, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

const LINE = (n: number): string =>
  `const f${n} = (a, b) => a + b + ${n} + '${'some text of a table '.repeat(40)}'.length;\n`;
const SOURCES = { 'src/main.ts': 'export default function run({ fail }: { fail?: boolean }) {}\n' };

/**
 * Returns a bundle of about `bytes` of code, followed by the line of `run`, which maps to the author's file
 * `src/main.ts`.
 */
function largeBundle(bytes: number, result = 'large'): string {
  const before: string[] = [];
  for (let length = 0, n = 0; length < bytes; n += 1) {
    const line = LINE(n);
    before.push(line);
    length += line.length;
  }
  const run = `export default function run(params) { if (params.fail) throw new RangeError('asked to'); return '${result}' + (f1(1, 2) - 840); }\n`;
  const map = {
    version: 3,
    sources: Object.keys(SOURCES),
    sourcesContent: Object.values(SOURCES),
    x_entry: 'src/main.ts',
    names: [],
    // The map has one line per line of code; that of `run` is line 1 of the author's file.
    mappings: `;${';'.repeat(before.length)}AAAA`,
  };
  const encoded = Buffer.from(JSON.stringify(map)).toString('base64');
  return `// metarun bundle {}\n${before.join('')}${run}//# sourceMappingURL=data:application/json;base64,${encoded}\n`;
}

type Listed = MetaTask;

const MIB = 1024 * 1024;
/** Script that reaches the limit for bundles together with its source map. */
const SCRIPT = largeBundle(9.5 * MIB);
const OTHER = largeBundle(0.3 * MIB, 'other');
const backups = new Backups();
let server: HostedServer;
let made: MetaTask;

beforeAll(async () => {
  server = await startServer({ METARUN_CONTENT_SWEEP_SECONDS: '1' });
  made = await newMetaTask(server, {
    name: 'Large',
    script_language: 'typescript',
    script: SCRIPT,
  });
});
afterAll(async () => {
  await backups.remove();
  await server.stop();
});

/** Returns the paths of all stored blobs. */
function stored(): string[] {
  return readdirSync(join(server.dataDir, 'blobs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('contents'))
    .map((entry) => join(entry.parentPath, entry.name));
}

async function run(params: Record<string, unknown> = {}): Promise<TaskDetail> {
  return taskWhen(server, await createTask(server, made.identifier, params));
}

async function loadVersion(version: number): Promise<Listed> {
  return (await server.call<Listed>('GET', `${TYPES}/large/versions/${version}`)).body;
}

describe('a bundle of nearly 10 MiB', () => {
  it('a large script is one stored content and is left out of lists', async () => {
    expect(made.script === SCRIPT).toBe(true);
    expect(stored()).toHaveLength(1);
    const { body: listed } = await server.call<Listed[]>('GET', `${TYPES}/?fields=all`);
    const { body: versions } = await server.call<Listed[]>(
      'GET',
      `${TYPES}/large/versions?fields=all`,
    );
    for (const [one] of [listed, versions]) {
      expect(one?.script).toBeNull();
      expect(one?.large_script).toEqual({
        bytes: SCRIPT.length,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
    }
    expect((await loadVersion(1)).script === SCRIPT).toBe(true);
    const { body: sources } = await server.call('GET', `${TYPES}/large/versions/1/sources`);
    expect(sources).toMatchObject([{ path: 'src/main.ts', generated: false }]);
  });

  it("a large script runs repeatedly and shows the author's lines in errors", async () => {
    for (let runs = 0; runs < 3; runs += 1)
      expect(await run()).toMatchObject({ status: 'success', result: 'large4' });
    const failed = await run({ fail: true });
    expect(failed).toMatchObject({
      error_message: 'RangeError: asked to',
      error_stack: expect.stringContaining('src/main.ts:1:1'),
    });
    const again = await server.call<TaskDetail>('POST', `${TASKS}/${failed.id}/rerun`, {
      body: { params: { fail: false } },
    });
    expect(await taskWhen(server, again.body.id)).toMatchObject({ result: 'large4' });
  });

  it('a backup includes the content of a large script', async () => {
    const folder = await backups.of(server);
    const there = await emptyInstallation(server);
    const restored = await metarun(there.env, 'restore', folder);
    expect(restored).toMatchObject({ code: 0 });
    const checked = await metarun(there.env, 'doctor', '--storage', '--json');
    expect(checked).toMatchObject({ code: 0, stdout: expect.stringMatching(/"files": ?1\b/) });
    await there.remove();
  });

  it('a large script fails its runs while its content is lost, and runs again afterwards', async () => {
    await server.reopen();
    const [first = ''] = stored().toSorted();
    const files = stored().filter((path) => path !== first);
    for (const path of [first, ...files]) await rename(path, `${path}.away`);
    expect(await run()).toMatchObject({ error_code: 'sandbox_error' });
    const { status, text } = await server.call('GET', `${TYPES}/large`);
    expect([status, text]).toEqual([503, expect.stringMatching(/metarun doctor --storage/)]);
    for (const path of [first, ...files]) await rename(`${path}.away`, path);
    expect(await run()).toMatchObject({ result: 'large4' });
  });
});

it('versions and drafts share one copy of a large script, which goes with the last of them', async () => {
  const before = stored().length;
  const { identifier } = await newMetaTask(server, {
    name: 'Shared',
    script_language: 'typescript',
    script: OTHER,
  });
  const waitForResult = async (): Promise<unknown> =>
    (await taskWhen(server, await createTask(server, identifier))).result;
  const change = (body: Record<string, unknown>): Promise<unknown> =>
    server.call('PATCH', `${TYPES}/${identifier}`, { body });
  await change({ description: 'the same script' });
  expect(stored()).toHaveLength(before + 1);
  await change({ script: OTHER.replace("'other'", "'changed'") });
  expect(stored()).toHaveLength(before + 2);
  expect(await waitForResult()).toBe('changed4');
  await server.call('POST', `${TYPES}/${identifier}/versions/1/restore`);
  expect(await waitForResult()).toBe('other4');
  const draft = await server.call<{ id: string }>('POST', `${TYPES}/${identifier}/try`, {
    body: { script: OTHER.replace("'other'", "'draft'") },
  });
  expect(await taskWhen(server, draft.body.id)).toMatchObject({ result: 'draft4' });
  expect(stored()).toHaveLength(before + 3);
  await sql(server, `DELETE FROM task_type_versions WHERE version < 0`);
  await sql(server, `UPDATE script_contents SET used_at = 0`);
  for (const path of stored()) await utimes(path, 1, 1);
  await until('the content of the draft is gone', () => stored().length === before + 2);
  expect(await waitForResult()).toBe('other4');
});

it('a script that is too large is refused with its size, the limit and what to do', async () => {
  const postForDetail = async (script: string): Promise<string> =>
    requireProblem(await postMetaTask(server, { name: 'x', script_language: 'typescript', script }))
      .detail ?? '';
  expect(await postForDetail(`${SCRIPT}//${'é'.repeat(0.3 * MIB)}`)).toMatch(
    /^The bundle has 10\d{6} bytes; 10485760 are the most: import the parts of packages/,
  );
  expect(await postForDetail(`${SCRIPT}//${'x'.repeat(MIB)}`)).toMatch(
    /script has 11\d{6} characters; 10485760 are the most/,
  );
  expect(await postForDetail(`//${'x'.repeat(MIB)}\nexport default () => 1;`)).toMatch(
    /^The script has 1048602 bytes; 1048576 are the most of one that is written by hand: .*metarun bundle/,
  );
});
