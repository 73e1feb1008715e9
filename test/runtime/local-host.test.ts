import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LocalHost } from '../../src/tooling/local/local-host.js';
import type { LocalProject } from '../../src/tooling/local/local-project.js';
import type { LocalTask } from '../../src/tooling/local/local-task.js';

let host: LocalHost;
let project: LocalProject;
const folder = mkdtempSync(join(tmpdir(), 'local-host-'));

beforeAll(async () => {
  host = await LocalHost.open();
  project = await host.createProject('tests');
});
afterAll(async () => {
  await host.close();
  rmSync(folder, { recursive: true });
});

let count = 0;
async function python(script: string, more: object = {}): Promise<string> {
  const identifier = `script-${(count += 1)}`;
  await project.define({ identifier, script, script_language: 'python', ...more });
  return identifier;
}

async function collectLogTexts(task: LocalTask): Promise<unknown[]> {
  const texts: unknown[] = [];
  for await (const { type, data } of task.events()) if (type === 'log') texts.push(data['text']);
  return texts;
}

describe('a task on a local host', () => {
  it('a local task reports its phases, log and outcome as it runs', async () => {
    const identifier = await python(`
def run(params, reporter):
    reporter.set_phase("Greeting")
    print("hello", params["name"])
    return {"length": len(params["name"])}
`);
    const task = await project.start({ identifier, params: { name: 'Ada' } });
    const reports: unknown[] = [];
    for await (const { type, data } of task.events())
      reports.push([type, data['status'] ?? data['phase'] ?? data['text']]);
    expect(reports).toEqual([
      ['status', 'pending'],
      ['status', 'running'],
      ['phase', 'Greeting'],
      ['log', 'hello Ada'],
      ['status', 'success'],
    ]);
    expect(await task.outcome()).toMatchObject({ status: 'success', result: { length: 3 } });
  });

  it('a local TypeScript task reports an error at the author’s line', async () => {
    const script =
      'export default function run(params: { n: number }) {\n  throw new Error(`no ${params.n}`);\n}';
    const defined = await project.define({
      identifier: 'ts',
      script,
      script_language: 'typescript',
    });
    expect(defined).toMatchObject({ version: 1, params_schema: { properties: { n: {} } } });
    const task = await project.start({ identifier: 'ts', params: { n: 7 } });
    const { error_message, error_stack } = await task.outcome();
    expect(error_message).toBe('Error: no 7');
    expect(error_stack).toContain(':2:');
  });

  it('a local task uses children, secrets and files and waits for events and approvals', async () => {
    await project.setSecret('KEY', 'very-secret-value');
    await python('def run(params, reporter):\n    return params["n"] * 2');
    const child = `script-${count}`;
    const identifier = await python(`
def run(params, reporter):
    print(reporter.secrets.get("KEY"))
    reporter.files.write("/out/a.txt", reporter.files.read("/in.txt").upper())
    doubled = reporter.run_task("${child}", {"n": 21})
    said = reporter.wait_for_event("go")
    answer = reporter.ask_approval("Send it?", {"doubled": doubled})
    reporter.sleep(1.2)
    return [doubled, said, answer["decision"]]
`);
    await project.writeFile('in.txt', Buffer.from('abc'));
    const task = await project.start({ identifier, params: {} });
    await task.sendEvent('go', { now: true });
    const log: unknown[] = [];
    for await (const { type, data } of task.events()) {
      if (type === 'log') log.push(data['text']);
      const { approval_id: id, status } = data;
      if (type === 'approval' && status === 'pending' && typeof id === 'string')
        await task.decide(id, { decision: 'approve' });
    }
    const ended = await task.outcome();
    expect(ended.error_message).toBeNull();
    expect(ended.result).toEqual([42, { now: true }, 'approve']);
    expect(log).toEqual(['[redacted]']);
    expect(Buffer.from(await project.readFile('/out/a.txt')).toString()).toBe('ABC');
  });

  it('a local task may clean up when it is cancelled, and is cut off when it is killed', async () => {
    const identifier = await python(`
import time
from metarun import TaskCancelled
def run(params, reporter):
    print("working")
    try:
        time.sleep(60)
    except TaskCancelled:
        print("clearing up")
        time.sleep(60 if params.get("stubborn") else 0)
        raise
`);
    const stop = async (task: LocalTask, way: 'cancel' | 'kill'): Promise<unknown[]> => {
      const log: unknown[] = [];
      for await (const { type, data } of task.events()) {
        if (type !== 'log') continue;
        log.push(data['text']);
        await (log.length === 1 ? task.cancel() : way === 'kill' ? task.kill() : undefined);
      }
      return log;
    };
    const tasks = [
      await project.start({ identifier, params: {} }),
      await project.start({ identifier, params: { stubborn: true } }),
    ] as const;
    const logs = await Promise.all([stop(tasks[0], 'cancel'), stop(tasks[1], 'kill')]);
    expect(logs).toEqual([
      ['working', 'clearing up'],
      ['working', 'clearing up'],
    ]);
    expect((await tasks[1].outcome()).status).toBe('cancelled');
  });

  it('a local task replays the records that it is given', async () => {
    const identifier = await python(`
def run(params, reporter):
    one = reporter.step("load", lambda: print("loading") or 1)
    answer = reporter.ask_approval("Go on?")
    two = reporter.step("add", lambda: print("adding") or one + 1)
    return [one, answer["comment"], two]
`);
    const step = { attempts: 1, error: null, detail: null, status: 'success' };
    const task = await project.start({
      identifier,
      params: {},
      steps: [
        { ...step, position: 0, kind: 'step', name: 'load', result: 41 },
        {
          ...step,
          position: 1,
          kind: 'approval',
          name: 'Go on?',
          result: { decision: 'approve', comment: 'fine', payload: null, decided_by: 'Ada' },
        },
      ],
    });
    expect(await collectLogTexts(task)).toEqual(['adding']);
    expect((await task.outcome()).result).toEqual([41, 'fine', 42]);
  });

  it('a test can answer calls of a local task instead of the product', async () => {
    const own = await host.createProject('intercepted');
    own.intercept(async ({ method, args }) =>
      method === 'secrets.get' ? { answer: `mock of ${JSON.stringify(args)}` } : undefined,
    );
    await own.define({
      identifier: 'main',
      script:
        'def run(params, reporter):\n    return [reporter.secrets.get("A"), reporter.files.exists("/b")]',
      script_language: 'python',
    });
    const task = await own.start({ identifier: 'main', params: {} });
    expect((await task.outcome()).result).toEqual(['mock of {"name":"A"}', false]);
  });
});

describe('the default workspace and a folder', () => {
  it('an export writes only changed files and deletes removed ones', async () => {
    const own = await host.createProject('files');
    const place = mkdtempSync(join(folder, 'workspace-'));
    for (const name of ['kept', 'changed', 'removed']) writeFileSync(join(place, name), name);
    expect(await own.importFolder(place)).toBe(3);
    writeFileSync(join(place, 'bystander'), 'was put there meanwhile');
    await own.define({
      identifier: 'main',
      script:
        'def run(params, reporter):\n    reporter.files.delete("/removed")\n    reporter.files.write("/changed", "new text")\n    reporter.files.write("/deep/er/made", "new")',
      script_language: 'python',
    });
    await (await own.start({ identifier: 'main', params: {} })).outcome();
    expect(await own.exportFolder(place)).toEqual(['/changed', '/deep/er/made', '/removed']);
    expect(readdirSync(place).toSorted()).toEqual(['bystander', 'changed', 'deep', 'kept']);
    expect(readFileSync(join(place, 'changed'), 'utf8')).toBe('new text');
    expect(await own.exportFolder(place)).toEqual([]);
    expect(await own.listFiles()).toEqual(['/changed', '/deep/er/made', '/kept']);
  });

  it('folder imports and exports reject symbolic links', async () => {
    const own = await host.createProject('links');
    const place = mkdtempSync(join(folder, 'links-'));
    symlinkSync('/etc', join(place, 'etc'));
    await expect(own.importFolder(place)).rejects.toThrow('symbolic link');
    await own.writeFile('/etc/metarun-test', Buffer.from('x'));
    await expect(own.exportFolder(place)).rejects.toThrow('is not a folder');
  });
});

it('a closed local host leaves nothing behind', async () => {
  const other = await LocalHost.open({ languages: ['python'] });
  const { dataDir } = other;
  expect(existsSync(dataDir)).toBe(true);
  await other.close();
  expect(existsSync(dataDir)).toBe(false);
});
