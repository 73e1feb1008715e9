import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withBody } from '../support/inline-script.js';
import { LANGUAGES, type Language } from '../support/scripts.js';
import type { TestServer } from '../support/server.js';
import {
  createTask,
  createMetaTask,
  loadLogs,
  type TaskDetail,
  type TaskSummary,
  TASKS,
  taskWhen,
} from '../support/tasks.js';
import { sharedServer } from '../support/shared-server.js';
import { until } from '../support/until.js';
import type { Wire } from '../support/wire.js';

type Tree = Wire['TaskTreeDto'];

type Child = TaskDetail;

const PATIENCE_MS = 100_000;

let server: TestServer;
/** Meta-tasks that parents run: `double` returns twice its `n`, `fails` throws, `sleeps` waits for an hour. */
let double: string;
let fails: string;
let sleeps: string;

beforeAll(async () => {
  server = await sharedServer();
  const typescript = (body: string, more = {}): Promise<string> =>
    createMetaTask(server, 'typescript', withBody('typescript', body), more);
  const schema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
  const doubles = withBody(
    'python',
    'time.sleep(params.get("seconds", 0))\nreturn params["n"] * 2',
  );
  double = await createMetaTask(server, 'python', doubles, { params_schema: schema });
  fails = await typescript('throw new RangeError("no " + params.n);');
  sleeps = await typescript('await reporter.sleep(3600);');
});
afterAll(() => server.stop());

async function run(language: Language, bodies: Record<Language, string>): Promise<TaskDetail> {
  return taskWhen(server, await start(language, bodies[language]), undefined, PATIENCE_MS);
}

async function start(language: Language, body: string): Promise<string> {
  return createTask(server, await createMetaTask(server, language, withBody(language, body)));
}

async function loadChildren(id: string, query = ''): Promise<TaskSummary[]> {
  const path = `${TASKS}?limit=200&parent_id=${id}${query}`;
  return (await server.call<TaskSummary[]>('GET', path)).body;
}

/** Returns how many times a task was started. */
async function countRuns(id: string): Promise<number> {
  const { text } = await server.call('GET', `${TASKS}/${id}/events?types=status`);
  return text.match(/"status":"running"/g)?.length ?? 0;
}

describe.each(LANGUAGES)('a %s script', (language) => {
  it('a name of a child that has a line break, or cannot be seen, is refused', async () => {
    const task = await run(language, {
      python: `found = []
for name in ["one\\ntwo", "a\\u202eb", " "]:
    try: found.append(reporter.run_task("${double}", {"n": 1}, name=name))
    except Exception as error: found.append(str(error))
return found`,
      typescript: `const found = [];
for (const name of ["one\\ntwo", "a\\u202eb", " "])
  try { found.push(await reporter.runTask("${double}", { n: 1 }, { name })); } catch (error: any) { found.push(error.message); }
return found;`,
    });
    const refusal = expect.stringContaining('is one line of text');
    expect(task).toMatchObject({ status: 'success', result: [refusal, refusal, refusal] });
    expect(await loadChildren(task.id)).toEqual([]);
  });

  // A parent whose child ends before the parent has suspended itself runs only once.
  it('a script gets the result of a child, which records its place in the tree', async () => {
    const task = await run(language, {
      python: `return [reporter.run_task("${double}", {"n": 4, "seconds": 1.5}, name="four"), reporter.task.attempt]`,
      typescript: `return [await reporter.runTask("${double}", { n: 4, seconds: 1.5 }, { name: "four" }), reporter.task.attempt];`,
    });
    expect(task).toMatchObject({ error_message: null, status: 'success', result: [8, 1] });
    const [child, ...others] = await loadChildren(task.id);
    expect(others).toEqual([]);
    const roots = await server.call<TaskSummary[]>('GET', `${TASKS}?limit=200&roots=true`);
    const ids = roots.body.map(({ id }) => id);
    expect(ids).toContain(task.id);
    expect(ids).not.toContain(child?.id);
    expect(child).toMatchObject({ name: 'four', status: 'success', task_type: double });
    const { body } = await server.call<Child>('GET', `${TASKS}/${child?.id}`);
    expect(body).toMatchObject({ parent_id: task.id, root_id: task.id, depth: 1 });
    expect(task).toMatchObject({ parent_id: null, root_id: null, depth: 0 });
    const steps = await server.call('GET', `${TASKS}/${task.id}/steps`);
    expect(steps.body).toMatchObject([
      {
        kind: 'task',
        name: 'four',
        status: 'success',
        result: 8,
        detail: { task_id: child?.id },
      },
    ]);
    expect(await countRuns(task.id)).toBe(2);
  });

  it('a script gets the same error of a failed child on every replay', async () => {
    const task = await run(language, {
      python: `from metarun import TaskFailed
try:
    reporter.run_task("${fails}", {"n": 1}, "one")
except TaskFailed as error:
    caught = [error.task, error.code, error.error_code, str(error), len(error.task_id)]
reporter.sleep(1.1)
reporter.log(str(caught))
reporter.run_task("${fails}", {"n": 2})`,
      typescript: `let caught;
try {
  await reporter.runTask("${fails}", { n: 1 }, { name: "one" });
} catch (error) {
  caught = [error.task, error.code, error.error_code, error.message, error.task_id.length];
}
await reporter.sleep(1.1);
reporter.log(JSON.stringify(caught).replaceAll('"', "'").replaceAll(",", ", ").replaceAll("\\\\'", '"'));
await reporter.runTask("${fails}", { n: 2 });`,
    });
    expect(task).toMatchObject({
      status: 'failed',
      error_code: 'script_error',
      error_message: `TaskFailed: task "${fails}": script_error: RangeError: no 2`,
    });
    expect(await loadLogs(server, task.id)).toMatchObject([
      {
        text: `['one', 'child_failed', 'script_error', 'task "one": script_error: RangeError: no 1', 36]`,
      },
    ]);
    // A retried parent runs only the child whose failure made it fail.
    await server.call('POST', `${TASKS}/${task.id}/retry`);
    const again = await taskWhen(
      server,
      task.id,
      ({ attempt, status }) => attempt === 2 && status === 'failed',
    );
    expect(again.error_message).toBe(task.error_message);
    expect(await loadChildren(task.id)).toHaveLength(3);
  });

  it('a script runs 100 children in one call and is itself replayed only once', async () => {
    const task = await run(language, {
      python: `return sum(reporter.run_tasks([("${double}", {"n": n}) for n in range(100)]))`,
      typescript: `const tasks = Array.from({ length: 100 }, (_, n) => ["${double}", { n }]);
return (await reporter.runTasks(tasks)).reduce((sum, n) => sum + n);`,
    });
    expect(task).toMatchObject({ error_message: null, status: 'success', result: 9900 });
    expect(await countRuns(task.id)).toBe(2);
    expect(await loadChildren(task.id, '&status=success')).toHaveLength(100);
  });

  it('a script gets every settled outcome on request, otherwise the first error in order', async () => {
    const task = await run(language, {
      python: `tasks = [("${double}", {"n": 1}), ("${fails}", {"n": 2}), ("${fails}", {"n": 3}, "three")]
settled = [{k: v for k, v in o.items() if k != "task_id"} for o in reporter.run_tasks(tasks, settled=True)]
try:
    reporter.run_tasks(tasks)
except Exception as error:
    return [settled, str(error)]`,
      typescript: `const tasks = [["${double}", { n: 1 }], ["${fails}", { n: 2 }], ["${fails}", { n: 3 }, "three"]];
const settled = (await reporter.runTasks(tasks, { settled: true })).map(({ task_id, ...o }) => o);
try {
  await reporter.runTasks(tasks);
} catch (error) {
  return [settled, error.message];
}`,
    });
    const failed = (n: number): object => ({
      status: 'failed',
      error_code: 'script_error',
      error_message: `RangeError: no ${n}`,
    });
    expect(task.result).toEqual([
      [{ status: 'success', result: 2 }, failed(2), failed(3)],
      `task "${fails}": script_error: RangeError: no 2`,
    ]);
  });

  it('a script learns why its children are refused, none of which is created', async () => {
    const task = await run(language, {
      python: `codes = []
for tasks in ([("unknown", {})], [("${double}", {"n": 1}), ("${double}", {"n": "x"})]):
    try:
        reporter.run_tasks(tasks)
    except Exception as error:
        codes.append(error.code)
reporter.sleep(1.1)
return codes`,
      typescript: `const codes = [];
for (const tasks of [[["unknown", {}]], [["${double}", { n: 1 }], ["${double}", { n: "x" }]]])
  await reporter.runTasks(tasks).catch((error) => codes.push(error.code));
await reporter.sleep(1.1);
return codes;`,
    });
    expect(task).toMatchObject({
      error_message: null,
      result: ['unknown_task_type', 'invalid_params'],
    });
    expect(await loadChildren(task.id)).toEqual([]);
  });
});

it('Promise.all over 100 children replays the parent only a few times', async () => {
  const task = await run('typescript', {
    python: '',
    typescript: `const all = Array.from({ length: 100 }, (_, n) => reporter.runTask("${double}", { n }));
return (await Promise.all(all)).reduce((sum, n) => sum + n);`,
  });
  expect(task).toMatchObject({ error_message: null, status: 'success', result: 9900 });
  expect(await countRuns(task.id)).toBeLessThan(15);
});

it('the first child decides a race, and the others are cancelled when the parent ends', async () => {
  const task = await run('typescript', {
    python: '',
    typescript: `return Promise.race([reporter.runTask("${sleeps}"), reporter.runTask("${double}", { n: 3 })]);`,
  });
  expect(task).toMatchObject({ status: 'success', result: 6 });
  await until(
    'the loser to be cancelled',
    async () => {
      const [loser] = await loadChildren(task.id, `&task_type=${sleeps}`);
      return loser?.status === 'cancelled';
    },
    PATIENCE_MS,
  );
});

describe('cancel', () => {
  it('cancelling a parent cancels the whole tree below it', async () => {
    const middle = await createMetaTask(
      server,
      'typescript',
      withBody('typescript', `await reporter.runTasks([["${sleeps}"], ["${sleeps}"]]);`),
    );
    const id = await start('python', `reporter.run_tasks([("${middle}",), ("${middle}",)])`);
    const tree = async (): Promise<Tree['tasks']> =>
      (await server.call<Tree>('GET', `${TASKS}/${id}/tree`)).body.tasks;
    await until('the whole tree to wait', async () => {
      const tasks = await tree();
      return tasks.length === 7 && tasks.every(({ status }) => status === 'waiting');
    });
    expect((await server.call<TaskDetail>('POST', `${TASKS}/${id}/cancel`)).body.status).toBe(
      'cancelled',
    );
    await until('the whole tree to be cancelled', async () =>
      (await tree()).every(({ status }) => status === 'cancelled'),
    );
    const [, ...below] = await tree();
    const [children, leaves] = [below.slice(0, 2), below.slice(2)];
    for (const child of children) expect(child).toMatchObject({ parent_id: id, depth: 1 });
    const parents = children.map((child) => child.id);
    for (const leaf of leaves) {
      expect(parents).toContain(leaf.parent_id);
      expect(leaf.depth).toBe(2);
    }
  });

  it('cancelling a child raises an error in its parent', async () => {
    const id = await start('typescript', `await reporter.runTask("${sleeps}");`);
    await until(
      'the child to wait',
      async () => (await loadChildren(id, '&status=waiting')).length === 1,
    );
    const [child] = await loadChildren(id);
    await server.call('POST', `${TASKS}/${child?.id}/cancel`);
    expect(await taskWhen(server, id)).toMatchObject({
      status: 'failed',
      error_message: `TaskFailed: task "${sleeps}": cancelled: The task was cancelled while it waited.`,
    });
    // A child that is retried on its own keeps running although no parent waits for it.
    await server.call('POST', `${TASKS}/${child?.id}/retry`);
    await taskWhen(server, child?.id ?? '', ({ status }) => status === 'waiting');
    await server.call('POST', `${TASKS}/${child?.id}/cancel`);
  });

  it('cancelling a parent cancels its running child', async () => {
    const loops = await createMetaTask(
      server,
      'typescript',
      withBody('typescript', 'for (;;) await new Promise((done) => setTimeout(done, 10));'),
    );
    const id = await start('typescript', `await reporter.runTask("${loops}");`);
    await until(
      'the child to run',
      async () => (await loadChildren(id, '&status=running')).length === 1,
    );
    await server.call('POST', `${TASKS}/${id}/cancel`);
    await until(
      'it to end',
      async () => (await loadChildren(id, '&status=cancelled')).length === 1,
    );
  });
});
