/** Tests the script lines at which steps are called, and the attempts of steps. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { createMetaTask, createTask, TASKS, taskWhen } from '../support/tasks.js';
import type { Wire } from '../support/wire.js';

type Step = Wire['TaskStepDto'];

const PYTHON = `import lib.work

def run(params, reporter):
    reporter.step("one", lambda: 1)
    reporter.sleep(0.01)
    lib.work.again(reporter)
    event = reporter.wait_for_event("go", timeout=60)
#|metarun-files
#|file lib/work.py
#|>calls = []
#|>
#|>def fails():
#|>    calls.append(1)
#|>    if len(calls) < 3:
#|>        raise ValueError(f"call {len(calls)}")
#|>
#|>def again(reporter):
#|>    reporter.step("again", fails, attempts=3, delay=0.01)
`;
const TYPESCRIPT = `interface Unused {
  a: string;
}
const within = async (reporter: any) => {
  await reporter.step('two', async () => 2);
};

export async function run(params: unknown, reporter: any) {
  await reporter.step('one', () => 1);
  await reporter.sleep(0.01);
  await within(reporter);
  await Promise.all(['x', 'y'].map((name) => reporter.step(name, () => name)));
}
`;

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

async function loadSteps(id: string): Promise<Step[]> {
  return (await server.call<Step[]>('GET', `${TASKS}/${id}/steps`)).body;
}

describe('the steps of a task', () => {
  it('Python steps have the line that asks for each, and keep it after a wait', async () => {
    const id = await createTask(server, await createMetaTask(server, 'python', PYTHON));
    await taskWhen(server, id, ({ status }) => status === 'waiting');
    const before = await loadSteps(id);
    expect(before.map(({ name, code_at: at }) => [name, at?.file, at?.line])).toEqual([
      ['one', 'workflow.py', 4],
      ['sleep', 'workflow.py', 5],
      ['again', 'lib/work.py', 9],
      ['go', 'workflow.py', 7],
    ]);
    await server.call('POST', `${TASKS}/${id}/events/go`, { body: { payload: 1 } });
    expect(await taskWhen(server, id)).toMatchObject({ status: 'success' });
    expect((await loadSteps(id)).map(({ code_at: at }) => at)).toEqual(
      before.map(({ code_at: at }) => at),
    );
  });

  it('TypeScript steps have the line of the source', async () => {
    const id = await createTask(server, await createMetaTask(server, 'typescript', TYPESCRIPT));
    expect(await taskWhen(server, id)).toMatchObject({ status: 'success' });
    expect((await loadSteps(id)).map(({ name, code_at: at }) => [name, at])).toEqual([
      ['one', { file: 'workflow.ts', line: 9 }],
      ['sleep', { file: 'workflow.ts', line: 10 }],
      ['two', { file: 'workflow.ts', line: 5 }],
      ['x', { file: 'workflow.ts', line: 12 }],
      ['y', { file: 'workflow.ts', line: 12 }],
    ]);
  });

  it('steps list their attempts, each with its error', async () => {
    const id = await createTask(server, await createMetaTask(server, 'python', PYTHON));
    await taskWhen(server, id, ({ status }) => status === 'waiting');
    const [one, sleep, again] = await loadSteps(id);
    expect(one?.attempts_at).toMatchObject([{ error: null }]);
    expect(sleep?.attempts_at).toEqual([]);
    expect(again?.attempts_at.map(({ error }) => error)).toEqual([
      'ValueError: call 1',
      'ValueError: call 2',
      null,
    ]);
    const times = again?.attempts_at.flatMap(({ from, to }) => [from, to]) ?? [];
    expect(times).toEqual(times.toSorted());
    expect(again?.attempts).toBe(3);
  });

  it('the errors of the attempts of a step contain no secret', async () => {
    await server.call('PUT', '/projects/default/secrets/STEP_KEY', { body: { value: 'hunter22' } });
    const script = `
def run(params, reporter):
    key = reporter.secrets.get("STEP_KEY")
    calls = []
    def fails():
        calls.append(1)
        if len(calls) == 1:
            raise ValueError("refused " + key)
    reporter.step("asks", fails, attempts=2, delay=0.01)
`;
    const id = await createTask(server, await createMetaTask(server, 'python', script));
    expect(await taskWhen(server, id)).toMatchObject({ status: 'success' });
    const [asks] = await loadSteps(id);
    expect(asks?.attempts_at[0]?.error).toBe('ValueError: refused [redacted]');
  });
});
