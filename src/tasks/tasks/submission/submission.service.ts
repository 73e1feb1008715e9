import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/database.js';
import type { GroupKind } from '../../../platform/database/write-groups.js';
import type { Actor } from '../../../workflow/engine/state/actor.js';
import type { TaskEntity } from '../../../workflow/engine/state/task.entity.js';
import { Transitions } from '../../../workflow/engine/state/transitions.js';
import type { Json } from '../../../base/kernel/json.js';
import { type Create, creates } from './create-together.js';
import { Idempotency, onceOnly } from './idempotency.service.js';
import { QueueLimit } from './queue-limit.service.js';
import { insertTasks, type Origin, type PreparedTask } from './new-task-rows.js';
import { type NewTask, TaskPreparation } from './task-preparation.service.js';
import { toTaskSummary, type TaskSummary } from '../views/task.js';

/** Maximum number of tasks per request. */
export const MAX_BATCH = 10_000;

/** A request for tasks. */
export interface Request {
  /** Null for a request that does not come from a client. */
  by: Actor | null;
  /** Idempotency-Key of the request. */
  key?: string | undefined;
}

/** Writes in the transaction that inserts the tasks. */
export type InSameTransaction = (
  transaction: Transaction,
  inserted: readonly TaskEntity[],
) => Promise<void>;

/** Tasks that a service prepares itself. */
export interface Submission {
  /** Everything that the request asks for. */
  asked: Json;
  /** Called once per request. */
  prepare: () => Promise<PreparedTask[]>;
  rerunOf?: string | null;
  inSameTransaction?: InSameTransaction | undefined;
}

export interface Submitted {
  tasks: TaskSummary[];
  /** True if an earlier request with the same Idempotency-Key created them. */
  replayed: boolean;
}

/** Accepts new tasks: after its answer, each of them will end with a recorded outcome. */
@Injectable()
export class TaskSubmission {
  private readonly creates: GroupKind<Create, TaskEntity>;

  constructor(
    private readonly transitions: Transitions,
    private readonly preparation: TaskPreparation,
    private readonly idempotency: Idempotency,
    private readonly queueLimit: QueueLimit,
  ) {
    this.creates = creates(transitions);
  }

  async submit(
    projectId: string,
    given: NewTask,
    request: Request,
    inSameTransaction?: InSameTransaction,
  ): Promise<Submitted> {
    return this.submitPrepared(projectId, request, {
      asked: [askedFor(given)],
      prepare: async () => [await this.preparation.prepare(projectId, given)],
      inSameTransaction,
    });
  }

  /** Submits all tasks, in order, or none. */
  async submitBatch(projectId: string, given: NewTask[], request: Request): Promise<Submitted> {
    return this.submitPrepared(projectId, request, {
      asked: given.map(askedFor),
      prepare: () => this.preparation.prepareAll(projectId, given, { waits: false }),
    });
  }

  async submitPrepared(
    projectId: string,
    { by, key }: Request,
    { asked, prepare, rerunOf = null, inSameTransaction }: Submission,
  ): Promise<Submitted> {
    const origin = { by, rerunOf };
    const once = onceOnly(projectId, key, asked);
    if (once === null) {
      const tasks = await this.insert(projectId, await prepare(), origin, inSameTransaction);
      return { tasks, replayed: false };
    }
    const { answer, replayed } = await this.idempotency.run<TaskSummary[]>(once, async (remember) =>
      this.insert(projectId, await prepare(), origin, async (transaction, inserted) => {
        await inSameTransaction?.(transaction, inserted);
        await remember(transaction, inserted.map(toTaskSummary));
      }),
    );
    return { tasks: answer, replayed };
  }

  private async insert(
    projectId: string,
    tasks: readonly PreparedTask[],
    origin: Origin,
    inSameTransaction: InSameTransaction | undefined,
  ): Promise<TaskSummary[]> {
    await this.queueLimit.admit(projectId, tasks.length);
    const { database } = this.transitions;
    const [task] = tasks;
    if (task !== undefined && tasks.length === 1 && inSameTransaction === undefined)
      return [toTaskSummary(await database.grouped(this.creates, { projectId, task, origin }))];
    const write = async (transaction: Transaction): Promise<TaskEntity[]> => {
      const inserted = await insertTasks(this.transitions, transaction, projectId, tasks, origin);
      await inSameTransaction?.(transaction, inserted);
      return inserted;
    };
    // No other transaction waits for the many tasks of a batch.
    const one = tasks.length === 1;
    const rows = await (one ? database.writeGrouped(write) : database.write(write));
    return rows.map(toTaskSummary);
  }
}

/**
 * Returns the request of a task in a stable form. New members are appended if given, since keys outlive an update of
 * the server.
 */
function askedFor({
  metaTaskIdentifier,
  params,
  name = null,
  priority = null,
  runAt = null,
}: NewTask): Json {
  const basic = [metaTaskIdentifier, params, name];
  return priority === null && runAt === null ? basic : [...basic, priority, runAt];
}
