import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorProject, npmPackage } from '../support/author-project.js';
import { removeFolders } from '../support/folders.js';
import { type CliAnswer, runCli, startOnTerminal } from '../support/cli.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { createTask, createMetaTask, taskWhen } from '../support/tasks.js';

const ORDER = `
import random

def run(params, reporter):
    text = reporter.files.read("/in/data.txt")
    number = reporter.step("draw", lambda: random.random())
    reporter.sleep(1.2)
    answer = reporter.ask_approval("Go on?", form={"type": "object"})
    kids = reporter.run_tasks([("kid", {"n": 1}), ("kid", {"n": 2})])
    reporter.files.write("/in/data.txt", "changed by the task")
    if params.get("fail"):
        raise ValueError("broken with " + text)
    return {"text": text, "number": number, "payload": answer["payload"], "by": answer["decided_by"], "kids": kids}
`;
const KID = 'export default (params: { n: number }) => params.n * 2;';
const SECRETIVE = `
def run(params, reporter):
    token = reporter.secrets.get("SHOP_TOKEN")
    print("using", token)
    return len(token)
`;
const WAITS = `
def run(params, reporter):
    reporter.step("before", lambda: 1)
    return reporter.wait_for_event("go")
`;

let server: TestServer;
let env: Record<string, string>;
let folder: string;
const cli = (...args: string[]): Promise<CliAnswer> => runCli(args, { env, cwd: folder });

async function put(path: string, content: string): Promise<void> {
  const body = { path, content };
  const url = '/external/v1/projects/default/files/content';
  expect((await server.call('PUT', url, { body })).status).toBeLessThan(300);
}

/** Runs a task of the order to its end. */
async function ordered(params: Record<string, unknown>): Promise<string> {
  await put('/in/data.txt', 'as it was');
  await put('/in/other.txt', 'deleted later');
  const id = await createTask(server, 'order', params);
  const approvals = `/external/v1/projects/default/approvals`;
  let approval: string | undefined;
  while (approval === undefined) {
    await taskWhen(server, id, ({ status }) => status === 'waiting');
    const { body } = await server.call<{ id: string }[]>('GET', `${approvals}?task_id=${id}`);
    approval = body[0]?.id;
  }
  const body = { decision: 'approve', payload: { n: 7 } };
  await server.call('POST', `${approvals}/${approval}`, { body });
  await taskWhen(server, id);
  await server.call('DELETE', '/external/v1/projects/default/files?path=/in/other.txt');
  await put('/in/new.txt', 'made later');
  return id;
}

beforeAll(async () => {
  server = await sharedServer();
  env = { METARUN_URL: server.url, METARUN_TOKEN: server.adminToken };
  folder = mkdtempSync(join(tmpdir(), 'metarun-pull-'));
  await createMetaTask(server, 'python', ORDER, { name: 'Order', memory_mb: 128 });
  await createMetaTask(server, 'typescript', KID, { name: 'Kid' });
  await createMetaTask(server, 'python', SECRETIVE, { name: 'Secretive' });
  await createMetaTask(server, 'python', WAITS, { name: 'Waits' });
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('metarun pull', () => {
  let id: string;
  let pulled: string;

  it('metarun pull fetches the version that ran and replays it to the same result', async () => {
    id = await ordered({});
    // The later version must not be pulled.
    const body = { script: 'def run(params, reporter):\n    return "another"\n' };
    await server.call('PATCH', '/projects/default/task-types/order', { body });
    const { code, stdout, stderr } = await cli('pull', id.slice(-8), '--run');
    expect(stderr).toContain('It ended as on the server: success.');
    expect(stderr).toMatch(/it runs here, at sandbox level [1-3] of 3/);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `order-${id.slice(-8)}\n` });
    pulled = join(folder, stdout.trim());
    expect(readFileSync(join(pulled, 'workflow.py'), 'utf8')).toBe(ORDER);
    expect(readFileSync(join(pulled, 'metatask.yaml'), 'utf8')).toContain('memory_mb: 128');
    expect(statSync(join(pulled, '.metarun/task.json')).mode & 0o077).toBe(0);
  });

  it('a pulled task runs only after a confirmation: not without a terminal, with --json or after a no', async () => {
    const unasked = await cli('pull', id, '--into', 'unasked');
    expect([unasked.code, unasked.stdout]).toEqual([0, 'unasked\n']);
    expect(unasked.stderr).toContain('To run it here: metarun replay unasked');
    expect(unasked.stderr).not.toContain('It ended');
    const json = await cli('pull', id, '--into', 'json', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ folder: 'json', replay: null });
    const asked = startOnTerminal(['pull', id, '--into', 'asked'], 200, { env, cwd: folder });
    await asked.says(
      /Run it again here, at sandbox level [1-3] of 3 \(\w+\), which does not contain/,
    );
    asked.process.stdin.write('n');
    const { code, stdout } = await asked.ended;
    expect(code).toBe(0);
    expect(stdout).toContain('To run it here: metarun replay asked');
    expect(stdout).not.toContain('It ended');
  });

  it('a pulled task has the files as they were when it began', () => {
    const text = (name: string): string => readFileSync(join(pulled, 'workspace/in', name), 'utf8');
    expect(text('data.txt')).toBe('as it was');
    expect(text('other.txt')).toBe('deleted later');
    expect(existsSync(join(pulled, 'workspace/in/new.txt'))).toBe(false);
  });

  it('a replay runs the edited script and reports how its result differs', async () => {
    const same = await cli('replay', pulled, '--json');
    expect(same.code).toBe(0);
    expect(JSON.parse(same.stdout)).toMatchObject({
      replay: { differences: [], task: { status: 'success' } },
    });
    writeFileSync(
      join(pulled, 'workflow.py'),
      ORDER.replace('"text": text', '"text": text.upper()'),
    );
    const other = await cli('replay', pulled);
    expect(other.code).toBe(1);
    expect(other.stderr).toMatch(/≠[^]*\/result\/text\n +server +"as it was"\n +here +"AS IT WAS"/);
  });

  it('metarun pull overwrites only the folder of an earlier pull, and only with --force', async () => {
    const taken = await cli('pull', id, '--no-run');
    expect(taken.code).toBe(2);
    expect(taken.stderr).toContain('--force');
    expect((await cli('pull', id, '--no-run', '--force')).code).toBe(0);
    expect(readFileSync(join(pulled, 'workflow.py'), 'utf8')).toBe(ORDER);
    const foreign = await cli('pull', id, '--no-run', '--force', '--into', '.');
    expect(foreign.code).toBe(1);
    expect(foreign.stderr).toContain('was not made by metarun pull');
  });

  it('a pull takes all, some or none of the files, and reports those above the size limit', async () => {
    const none = await cli('pull', id, '--no-run', '--no-files', '--into', 'none', '--json');
    expect(JSON.parse(none.stdout)).toMatchObject({ files: 0, left_out: [], steps: 5 });
    const some = await cli('pull', id, '--no-run', '--into', 'some', '--files', 'in/d*', '--json');
    expect(JSON.parse(some.stdout)).toMatchObject({ files: 1 });
    await put('/large.bin', 'x'.repeat(1_100_000));
    const later = await createTask(server, 'secretive');
    await taskWhen(server, later);
    const few = await cli('pull', later, '--no-run', '--into', 'few', '--max-mb', '1', '--json');
    expect(JSON.parse(few.stdout)).toMatchObject({ left_out: ['/large.bin'] });
  });

  it('metarun check and deploy with --all leave out pulled folders', async () => {
    const repository = join(folder, 'repository');
    mkdirSync(join(repository, 'order'), { recursive: true });
    writeFileSync(join(repository, 'order/metatask.yaml'), 'name: Order\n');
    writeFileSync(join(repository, 'order/workflow.py'), ORDER);
    await cli('pull', id, '--into', join(repository, 'pulled'), '--no-files');
    const checked = await cli('check', '--all', '--json', repository);
    expect(JSON.parse(checked.stdout)).toMatchObject({ meta_tasks: [{ identifier: 'order' }] });
    const args = ['deploy', '--all', '--dry-run', '--no-check', '--json', repository];
    const deployed = JSON.parse((await cli(...args)).stdout) as { meta_tasks: object[] };
    expect(deployed.meta_tasks).toMatchObject([{ identifier: 'order' }]);
    expect((await cli('check', join(repository, 'pulled'))).code).toBe(0);
  });

  it('a pull restores the source files of a bundle, and the replay needs none of its packages', async () => {
    const author = authorProject({
      'sums/metatask.yaml': 'name: Sums\nscript: src/main.ts\n',
      'sums/src/main.ts': `import type { Params } from './types.ts';
import { twice } from 'twice';
import { unit } from '../unit.ts';
export default (params: Params): string => twice(params.n) + unit;
`,
      'sums/src/types.ts': 'export interface Params { n: number }\n',
      'sums/unit.ts': "// of all\nexport const unit = ' m';\n",
      ...npmPackage('twice', { main: 'index.js' }, { 'index.js': 'exports.twice = (n) => n * 2;' }),
    });
    expect((await cli('deploy', join(author, 'sums'), '--no-check')).code).toBe(0);
    const task = await createTask(server, 'sums', { n: 2 });
    await taskWhen(server, task);
    const { stderr } = await cli('pull', task, '--into', 'sums', '--run');
    expect(stderr).toContain('It ended as on the server: success.');
    const text = (path: string): string => readFileSync(join(folder, 'sums', path), 'utf8');
    for (const path of ['src/main.ts', 'src/types.ts', 'unit.ts'])
      expect(text(path)).toBe(readFileSync(join(author, 'sums', path), 'utf8'));
    expect(text('metatask.yaml')).toContain('script: src/main.ts');
    writeFileSync(join(folder, 'sums/unit.ts'), "export const unit = ' km';\n");
    // The script is now built from the changed files, and its package is missing.
    const changed = await cli('replay', 'sums');
    expect([changed.code, changed.stderr]).toEqual([1, expect.stringContaining('twice')]);
    removeFolders();
  });

  it('a replay without network says so if the meta-task may use one', async () => {
    const script = `
def run(params, reporter):
    try:
        reporter.http.request("GET", "https://example.com/")
    except Exception:
        raise RuntimeError("no answer")
`;
    await createMetaTask(server, 'python', script, { name: 'Asks', network: 'open' });
    const task = await createTask(server, 'asks', {});
    await taskWhen(server, task);
    const { stderr } = await cli('pull', task, '--into', 'asks', '--run');
    expect(stderr).toContain('The replay had no network');
  });

  it('a failed task is replayed to the same error', async () => {
    // The current version is again the one with its script.
    await server.call('POST', '/projects/default/task-types/order/versions/1/restore');
    const failed = await ordered({ fail: true });
    const { code, stderr } = await cli('pull', failed, '--run');
    expect(stderr).toMatch(
      /It ended as on the server: failed\.\n +ValueError: broken with as it was/,
    );
    expect(code).toBe(0);
  });

  it('a pull leaves out secret values and names the secrets that the script asks for', async () => {
    const secret = { value: 'correct-horse-battery' };
    await server.call('PUT', '/projects/default/secrets/SHOP_TOKEN', { body: secret });
    const task = await createTask(server, 'secretive');
    await taskWhen(server, task);
    const without = await cli('pull', task, '--no-files', '--into', 'secret', '--run');
    expect(without.code).toBe(1);
    expect(without.stderr).toContain('--secret SHOP_TOKEN=…');
    expect(without.stderr).toContain('Secrets that were not given: SHOP_TOKEN.');
    const given = await cli('replay', 'secret', '--secret', 'SHOP_TOKEN=correct-horse-battery');
    expect(given.code).toBe(0);
    expect(given.stderr).toContain('using [redacted]');
    const { stdout } = await runCli(['replay', 'secret', '--json'], { env, cwd: folder });
    for (const text of [
      without.stderr,
      given.stderr,
      stdout,
      readFileSync(join(folder, 'secret/.metarun/task.json'), 'utf8'),
    ])
      expect(text).not.toContain('correct-horse');
  });

  it('the replay of a waiting task ends where that task waits', async () => {
    const task = await createTask(server, 'waits');
    await taskWhen(server, task, ({ status }) => status === 'waiting');
    const { code, stderr } = await cli('pull', task, '--no-files', '--run');
    expect(code).toBe(0);
    expect(stderr).toContain('has come to where it waits: event "go"');
  });

  it('metarun pull needs an access token, and metarun replay a pulled folder', async () => {
    const key = { ...env, METARUN_TOKEN: server.apiKey };
    const refused = await runCli(['pull', id, '--into', 'x'], { env: key, cwd: folder });
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain('access token');
    expect(existsSync(join(folder, 'x'))).toBe(false);
    expect((await cli('replay', '.')).stderr).toContain('holds no task that was pulled');
  });
});
