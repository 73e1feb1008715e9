import { afterAll, afterEach, beforeAll, beforeEach, jest } from '@jest/globals';
import type { Actor } from '../../../src/workflow/engine/state/actor.js';
import type { TaskEntity } from '../../../src/workflow/engine/state/task.entity.js';
import { cancelRequested, taskEnded } from '../../../src/workflow/engine/state/messages.js';
import { cancel, cancelOrphans } from '../../../src/workflow/engine/operations/cancel.js';
import {
  claimDue,
  claimFound,
  claimLimited,
  type ClaimRequest,
  type DueTask,
} from '../../../src/workflow/engine/operations/claim.js';
import {
  completeStep,
  type WaitEnd,
} from '../../../src/workflow/engine/operations/complete-step.js';
import { expire } from '../../../src/workflow/engine/operations/expire.js';
import { type NotStarted, release } from '../../../src/workflow/engine/operations/release.js';
import { lose } from '../../../src/workflow/engine/operations/lose.js';
import { type Recorded, record } from '../../../src/workflow/engine/operations/record.js';
import { retryLater } from '../../../src/workflow/engine/operations/retry-later.js';
import {
  buildEnding,
  type RunEnd,
  settle,
} from '../../../src/workflow/engine/operations/settle.js';
import { unblock } from '../../../src/workflow/engine/operations/slots.js';
import { suspend } from '../../../src/workflow/engine/operations/suspend.js';
import { wakeDue } from '../../../src/workflow/engine/operations/wake-tasks.js';
import type { RunKey } from '../../../src/workflow/engine/runs/run-key.js';
import type { Message } from '../../../src/platform/events/event-bus.js';
import type { NewTaskEvent } from '../../../src/platform/events/task-event.js';
import type { RunUsage } from '../../../src/sandbox/runtime/runtime.js';
import { EngineRows, PROJECT } from './engine-rows.js';

/** Time at which each test begins, in ms since the epoch. */
const START = Date.UTC(2030, 0, 1);
/**
 * Turns of the event loop after which the consequences of an outcome have been handled. SQLite transactions are
 * committed once a turn.
 */
const TURNS = 8;
export const SUCCESS: RunEnd = { kind: 'success', result: 1 };
export const FAILURE = {
  kind: 'failed',
  code: 'script_error',
  message: 'It broke.',
  stack: 'at run (workflow.ts:1:1)',
} as const satisfies RunEnd;

/** A worker that runs tasks without tags. */
export const FACTS = {
  name: 'host',
  tags: '',
  only_tagged: false,
  roles: 'worker',
  version: '1',
  knows: '',
  slots: 1,
  agent_slots: 1,
  started_at: 0,
};

/** The reports and the usage of a run, which are stored with its outcome. */
interface Beside {
  reported?: Partial<Recorded>;
  usage?: RunUsage;
}

/**
 * The operations of the engine on rows of a test. An operation on one run returns whether it took effect, one on
 * several tasks the ids of those that it changed.
 */
export class EngineBench extends EngineRows {
  async addRun(given: Partial<TaskEntity> = {}): Promise<RunKey> {
    return this.mustClaim(await this.addTask(given));
  }

  async mustClaim(taskId: string): Promise<RunKey> {
    const run = await this.claim(taskId);
    if (run === null) throw new Error('the task cannot be claimed');
    return run;
  }

  /** Claims one task like a worker that has found it. Returns null if the claim fails. */
  async claim(
    taskId: string,
    { worker = 'worker' }: { worker?: string } = {},
  ): Promise<RunKey | null> {
    const by = { id: worker, sandboxLevel: 3 };
    const task: DueTask = await this.task(taskId);
    const { rows, withoutSlot } = await this.database.writeGrouped((transaction) =>
      claimFound(this.transitions, transaction, [task], by),
    );
    const [row] = rows.length > 0 ? rows : await claimLimited(this.transitions, withoutSlot, by);
    if (row === undefined) return null;
    return { projectId: PROJECT, taskId, attempt: row.attempt, fence: row.fence };
  }

  /** Claims due tasks like a worker, and returns their ids. */
  async claimDue(request: Partial<ClaimRequest> = {}): Promise<string[]> {
    const usual = { lane: 'script', projectId: PROJECT, pools: [''], count: 10 } as const;
    const worker = { id: 'worker', sandboxLevel: 3 };
    const rows = await claimDue(this.transitions, { ...usual, ...request }, worker);
    return rows.map(({ id }) => id);
  }

  async record(run: RunKey, reported: Partial<Recorded>): Promise<boolean> {
    return record(this.transitions, run, recorded(reported));
  }

  async settle(run: RunKey, end: RunEnd, { reported, usage }: Beside = {}): Promise<boolean> {
    const ending = buildEnding(run, end, usage ?? null, recorded(reported));
    return took(await settle(this.transitions, ending));
  }

  async suspend(
    run: RunKey,
    steps: readonly string[],
    { reported, usage, together = false }: Beside & { together?: boolean } = {},
  ): Promise<boolean> {
    const on = { steps, together };
    return took(await suspend(this.transitions, run, on, usage ?? null, recorded(reported)));
  }

  async retryLater(
    run: RunKey,
    delayMs: number,
    { reported, usage }: Beside = {},
  ): Promise<boolean> {
    const rest = recorded(reported);
    return took(await retryLater(this.transitions, run, FAILURE, usage ?? null, rest, delayMs));
  }

  async lose(run: RunKey, why?: string): Promise<boolean> {
    return took(await lose(this.transitions, run, [], why));
  }

  async release(
    run: RunKey,
    reported: Partial<Recorded> = {},
    notStarted?: NotStarted,
  ): Promise<boolean> {
    return took(await release(this.transitions, run, recorded(reported), notStarted));
  }

  async cancel(
    taskId: string,
    { projectId = PROJECT, by = null }: { projectId?: string; by?: Actor | null } = {},
  ): Promise<boolean> {
    return took(await cancel(this.transitions, { projectId, taskId, by }));
  }

  async cancelOrphans(taskIds: readonly string[]): Promise<string[]> {
    const changed = this.collect(taskEnded, cancelRequested);
    await cancelOrphans(this.transitions, PROJECT, taskIds);
    return changed();
  }

  async completeStep(
    taskId: string,
    stepId: string,
    end: WaitEnd = { status: 'success', result: '1' },
  ): Promise<boolean> {
    return this.database.write((transaction) => {
      const step = { projectId: PROJECT, taskId, stepId };
      return completeStep(this.transitions, transaction, step, end);
    });
  }

  async expire(at = Date.now()): Promise<string[]> {
    const ended = this.collect(taskEnded);
    await expire(this.transitions, at);
    return ended();
  }

  /** Makes waiting tasks pending whose time has come. `more` is true if there may be others. */
  async wakeDue(): Promise<{ woken: string[]; more: boolean }> {
    const waiting = await this.database.query<{ id: string }>(
      `SELECT id FROM tasks WHERE status = 'waiting' ORDER BY wake_at`,
    );
    const more = await wakeDue(this.transitions);
    const woken: string[] = [];
    for (const { id } of waiting) if ((await this.task(id)).status === 'pending') woken.push(id);
    return { woken, more };
  }

  async unblock(slotKey: string): Promise<string[]> {
    return (await unblock(this.database, slotKey)).map(({ id }) => id);
  }

  /** Collects the task ids of messages until the returned function is called, which returns them. */
  private collect(...messages: readonly Message<{ taskId: string }>[]): () => string[] {
    const ids: string[] = [];
    const ends = messages.map((message) =>
      this.bus.subscribe(message, ({ taskId }) => ids.push(taskId)),
    );
    return () => {
      for (const end of ends) end();
      return ids;
    };
  }

  /** Resets the database to the fake clock of a test. */
  begin(): void {
    this.own?.reset();
  }

  /**
   * Advances the fake clock, which is also that of the database and of timers. The clock stands still while the
   * database handles what a timer has started.
   */
  async pass(ms: number): Promise<void> {
    await this.settled();
    let over = ms === 0;
    if (!over) setTimeout(() => (over = true), ms);
    while (!over) {
      jest.advanceTimersToNextTimer();
      await this.settled();
    }
    // Handles what was started at the last moment and continues at once.
    jest.advanceTimersByTime(0);
    await this.settled();
  }

  private async settled(): Promise<void> {
    await this.own?.settled(TURNS);
  }
}

/**
 * Returns the bench of a test file: an empty database for each test, and a clock that only advances by `pass`. `tables`
 * are those that the tests write to in addition to those of the engine.
 */
export function useEngineBench(...tables: readonly string[]): EngineBench {
  const bench = new EngineBench(tables);
  beforeAll(() => bench.open());
  afterAll(() => bench.close());
  beforeEach(() => {
    jest.useFakeTimers({ now: START, doNotFake: ['nextTick', 'queueMicrotask'] });
    bench.begin();
  });
  afterEach(async () => {
    jest.useRealTimers();
    await bench.clear();
  });
  return bench;
}

export function logLine({ taskId, attempt }: RunKey, text: string): NewTaskEvent {
  return { type: 'log', taskId, attempt, level: 'info', data: { text }, createdAt: Date.now() };
}

function took(result: unknown): boolean {
  return result !== null;
}

function recorded(reported: Partial<Recorded> = {}): Recorded {
  return { phase: null, phaseSince: null, progress: null, events: [], records: [], ...reported };
}
