import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '../../src/platform/database/database.js';
import { completeStep } from '../../src/workflow/engine/operations/complete-step.js';
import { suspend } from '../../src/workflow/engine/operations/suspend.js';
import type { Transitions } from '../../src/workflow/engine/state/transitions.js';
import { StepStore } from '../../src/workflow/steps/step-store.js';
import type { Step } from '../../src/workflow/steps/step.js';
import { type EmptyDatabase, migratedDatabase } from '../support/data-sources.js';
import { sized } from '../support/size.js';
import { createTransitions } from '../support/transitions.js';

const RUN = { projectId: 'project', taskId: 'task', attempt: 1, fence: 2 };
const NOTHING_REPORTED = {
  phase: null,
  phaseSince: null,
  progress: null,
  events: [],
  records: [],
};
/** Number of races between the two transactions. */
const ROUNDS = sized(30, 10);

let empty: EmptyDatabase;
let database: Database;
let transitions: Transitions;
let store: StepStore;

beforeEach(async () => {
  empty = await migratedDatabase();
  database = await empty.open();
  transitions = createTransitions(database);
  store = new StepStore(database, transitions);
});
afterEach(() => empty.remove());

async function insertTask(id: string): Promise<void> {
  await database.execute(
    `INSERT INTO tasks (id, project_id, version_id, task_type, task_type_version, name, status, progress, params,
       attempt, crashes, fence, priority, run_at, created_at)
     VALUES (?, 'project', 'version', 'type', 1, 'name', 'running', 0, '{}', 1, 3, 2, 0, 0, 0)`,
    [id],
  );
}

function step(name: string): Step {
  return {
    id: `id of ${name}`,
    kind: 'event',
    name,
    occurrence: 0,
    position: 0,
    ordered: true,
    startedAt: 1,
    state: 'new',
    attempts: 1,
    dueAt: null,
    codeAt: null,
    tries: [],
    calledAt: 0,
  };
}

async function loadStatus(taskId: string): Promise<string | undefined> {
  const [row] = await database.query<{ status: string }>('SELECT status FROM tasks WHERE id = ?', [
    taskId,
  ]);
  return row?.status;
}

describe('the records of steps', () => {
  it('a stale run writes no step records', async () => {
    await insertTask('task');
    const success = { status: 'success', result: '1' } as const;
    expect(
      await store.write(
        { ...RUN, fence: 1 },
        [{ step: step('a'), redactedName: 'a', written: success }],
        NOTHING_REPORTED,
      ),
    ).toBe(false);
    expect(await store.load(RUN)).toEqual([]);
    const written = [{ step: step('a'), redactedName: 'a', written: success }];
    expect(await store.write(RUN, written, NOTHING_REPORTED)).toBe(true);
    expect(await store.load(RUN)).toMatchObject([{ name: 'a', status: 'success' }]);
  });

  it('a record of a step has the task no longer count the workers that it lost', async () => {
    await insertTask('task');
    const written = { status: 'success', result: '1' } as const;
    const crashes = async () => (await database.query('SELECT crashes FROM tasks'))[0];
    const write = (fence: number) =>
      store.write(
        { ...RUN, fence },
        [{ step: step('a'), redactedName: 'a', written }],
        NOTHING_REPORTED,
      );
    expect([await write(1), await crashes()]).toEqual([false, { crashes: 3 }]);
    expect([await write(2), await crashes()]).toEqual([true, { crashes: 0 }]);
  });

  it('a step completes once and resumes its waiting task, whichever transaction comes first', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const run = { ...RUN, taskId: `task ${round}` };
      const waited = { ...step('approval'), id: `step ${round}` };
      await insertTask(run.taskId);
      const waiting = { status: 'waiting', waitsMs: null } as const;
      await store.write(
        run,
        [{ step: waited, redactedName: 'approval', written: waiting }],
        NOTHING_REPORTED,
      );
      const complete = (): Promise<boolean> =>
        database.write((transaction) =>
          completeStep(
            transitions,
            transaction,
            { ...run, stepId: waited.id },
            { status: 'success', result: '1' },
          ),
        );
      const [, ...completed] = await Promise.all([
        suspend(transitions, run, { steps: [waited.id], together: false }, null, NOTHING_REPORTED),
        complete(),
        complete(),
      ]);
      expect(completed.filter((one) => one === true)).toHaveLength(1);
      expect([round, await loadStatus(run.taskId)]).toEqual([round, 'pending']);
    }
  });
});
