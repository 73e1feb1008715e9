import { afterAll, expect, it } from '@jest/globals';
import {
  listChildTrees,
  readCommand,
  type ProcessTree,
  readStatusField,
} from '../support/processes.js';
import { sandbox } from '../support/sandbox.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { sized } from '../support/size.js';
import {
  createTask,
  createMetaTask,
  readTask,
  TASKS,
  type TaskSummary,
  taskWhen,
} from '../support/tasks.js';
import { until } from '../support/until.js';

const PARENTS = sized(40, 24);
const ROUNDS = sized(3, 2);
/** Number of tasks that end between two kills, so that each kill affects different runs. */
const ENDED_BETWEEN = 4;
const WAIT_MS = 120_000;
/**
 * Most runs that an unfinished task may have lost before a kill. A kill can cost it two, and the fourth loss in a row
 * is final.
 */
const MAX_LOST = 1;

/** Children in one language for parents in the other. They must not be retried. */
const CHILDREN = {
  python:
    'import time\ndef run(params, reporter):\n    time.sleep(0.05)\n    return params["index"]\n',
  typescript: `export async function run(params: { index: number }) {
  await new Promise((done) => setTimeout(done, 50));
  return params.index;
}
`,
};
const PARENT = {
  python:
    'def run(params, reporter):\n    return reporter.run_task("child-typescript", {"index": params["index"]})\n',
  typescript:
    'export const run = (params: { index: number }, reporter) => reporter.runTask("child-python", { index: params.index });\n',
};

let server: ServerProcess;
afterAll(() => server.stop());

/** Returns the processes of a tree that are not part of a script: those that wrap, start or run scripts. */
function machinery(tree: ProcessTree): number[] {
  const [root] = tree;
  if (sandbox.report.level === 1) return [root.pid];
  const pids = tree.map(({ pid }) => pid);
  if (!isPython(tree)) return pids;
  const depth = (pid: number): number => idsWithin(pid).length;
  const outer = depth(root.pid);
  return pids.filter((pid) => depth(pid) <= outer + 1 || idsWithin(pid).at(-1) === 1);
}

/** Returns the ids of a process in each of its process namespaces, the outermost first. */
function idsWithin(pid: number): number[] {
  return readStatusField(pid, 'NSpid').split('\t').filter(Boolean).map(Number);
}

function trees(program: 'main.py' | 'runner.mjs'): ProcessTree[] {
  return listChildTrees(server.pid).filter((tree) =>
    tree.some(({ pid }) => readCommand(pid).includes(`/${program}`)),
  );
}
const isPython = (tree: ProcessTree): boolean =>
  tree.some(({ pid }) => readCommand(pid).includes('/main.py'));

function kill(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended by itself.
  }
}

function killRandomProcess(pids: readonly number[]): void {
  kill(pids[Math.floor(Math.random() * pids.length)]);
}

const KILLS: Record<string, () => void | Promise<void>> = {
  'a fork server': () => killRandomProcess(trees('main.py').flatMap(machinery)),
  'a fork server, and the next one as it starts': async () => {
    const before = trees('main.py').map(([root]) => root.pid);
    for (const pid of before) kill(pid);
    const [[started]] = await until(
      'the next fork server',
      () => {
        const next = trees('main.py').filter(([root]) => !before.includes(root.pid));
        return next.length > 0 && next[0] !== undefined && ([next[0]] as const);
      },
      WAIT_MS,
    );
    kill(started.pid);
  },
  // Only sandboxes with namespaces have such processes; they wait for a run or contain one.
  'the first process of namespaces': () =>
    killRandomProcess(
      trees('main.py')
        .flatMap(machinery)
        .filter((pid) => idsWithin(pid).length > 2),
    ),
  'a runner': () => killRandomProcess(trees('runner.mjs').flatMap(machinery)),
  'every runner': () => {
    for (const [root] of trees('runner.mjs')) kill(root.pid);
  },
};

it('killed fork servers and runners fail no task and no parent through its child', async () => {
  server = await startServerProcess({ METARUN_CONCURRENCY: '6', METARUN_SHUTDOWN_SECONDS: '0' });
  for (const language of ['python', 'typescript'] as const)
    await createMetaTask(server, language, CHILDREN[language], {
      identifier: `child-${language}`,
      priority: 1,
    });
  const identifiers = [
    await createMetaTask(server, 'python', PARENT.python),
    await createMetaTask(server, 'typescript', PARENT.typescript),
  ];
  const ids: string[] = [];
  for (let index = 0; index < PARENTS; index += 1)
    ids.push(await createTask(server, identifiers[index % 2] ?? '', { index }));

  const withStatus = async (status: string): Promise<TaskSummary[]> =>
    (await server.call<TaskSummary[]>('GET', `${TASKS}?status=${status}&limit=200`)).body;
  /** Returns whether each unfinished task could lose its worker twice more and still be retried. */
  const canLose = async (): Promise<boolean> => {
    const open = await Promise.all(['pending', 'running', 'waiting'].map(withStatus));
    const tasks = await Promise.all(open.flat().map(({ id }) => readTask(server, id)));
    return tasks.every(({ body: { finished_at: end, status, attempt } }) => {
      const lost = status === 'pending' ? attempt : attempt - 1;
      return end !== null || lost <= MAX_LOST;
    });
  };
  const kills = Array.from({ length: ROUNDS }, () => Object.entries(KILLS)).flat();
  let seen = 0;
  for (const [what, killIt] of kills) {
    seen = await until(
      `tasks that end before the kill of ${what}`,
      async () => {
        expect(await withStatus('failed')).toEqual([]);
        const { length } = await withStatus('success');
        if (length < Math.min(seen + ENDED_BETWEEN, 2 * PARENTS)) return false;
        return (await canLose()) && length;
      },
      WAIT_MS,
    );
    // When no runs remain, killed processes are no longer replaced.
    if (seen === 2 * PARENTS) break;
    await killIt();
  }
  for (const [index, id] of ids.entries()) {
    const { status, error_message: error } = await taskWhen(server, id, undefined, WAIT_MS);
    expect({ status, error }).toEqual({ status: 'success', error: null });
    expect((await readTask(server, id)).body.result).toBe(index);
  }
  expect(await withStatus('failed')).toEqual([]);
  const attempts = await Promise.all(
    (await withStatus('success')).map(async ({ id }) => (await readTask(server, id)).body.attempt),
  );
  // The kills have interrupted at least some runs.
  expect(attempts.some((attempt) => attempt > 1)).toBe(true);
});
