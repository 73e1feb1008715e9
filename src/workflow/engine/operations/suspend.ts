import type { Database, Transaction } from '../../../platform/database/database.js';
import type { TaskEntity } from '../state/task.entity.js';
import type { RunUsage } from '../../../sandbox/runtime/runtime.js';
import { withPart } from '../runs/attempt-waits.js';
import { taskWakes } from '../state/messages.js';
import type { RunKey } from '../runs/run-key.js';
import type { Transitions } from '../state/transitions.js';
import { endTask } from './end-task.js';
import type { Recorded } from './record.js';
import { wakeLater, wakeNow } from './wake-tasks.js';

interface Due {
  ready: number;
  ended: number;
  tasks: number;
  started_at: number | null;
  wake_at: number | null;
}

/** The steps that a suspended run waits for. */
export interface Awaited {
  /** Ids of the steps. */
  steps: readonly string[];
  /** True if all awaited tasks belong to one call, which is answered when the last of them has ended. */
  together: boolean;
}

interface Suspended {
  run: RunKey;
  awaited: Awaited;
  usage: RunUsage | null;
  recorded: Recorded;
}

/**
 * Suspends a task until one of its awaited steps ends: `waiting`, without a worker. It becomes `pending` at once if
 * such a step has ended or is due, and `cancelled` if that was requested. Returns null if the run is stale.
 */
export function suspend(
  transitions: Transitions,
  run: RunKey,
  awaited: Awaited,
  usage: RunUsage | null,
  recorded: Recorded,
): Promise<TaskEntity | null> {
  return transitions.database.write(async (transaction) => {
    // The task's row is locked first, as in a transaction that completes a step, so that one of the two sees the
    // other's change.
    const row = await leave(transitions.database, transaction, { run, awaited, usage, recorded });
    if (!row) return null;
    transitions.append(transaction, run.projectId, recorded.events);
    transitions.status(transaction, row);
    await transitions.released(transaction, row);
    await endTask(transitions, transaction, row);
    if (row.status === 'waiting') await goOn(transitions, transaction, row, awaited);
    return row;
  });
}

/** Takes the task from its worker. */
async function leave(
  database: Database,
  transaction: Transaction,
  { run, awaited, usage, recorded }: Suspended,
): Promise<TaskEntity | undefined> {
  const cancelled = 'cancel_requested_at IS NOT NULL';
  const [row] = await transaction.query<TaskEntity>(
    `UPDATE tasks SET worker_id = NULL, lease_until = NULL, crashes = 0, woken = 0, wake_at = NULL, waits_together = ?,
       current_phase = COALESCE(?, current_phase), progress = COALESCE(?, progress),
       peak_memory_bytes = ?, cpu_ms = ?, attempt_phases = COALESCE(?, attempt_phases),
       attempt_waits = ${withPart(`'w' || ${database.now}`)},
       status = CASE WHEN ${cancelled} THEN 'cancelled' ELSE 'waiting' END,
       error_code = CASE WHEN ${cancelled} THEN 'cancelled' END,
       error_message = CASE WHEN ${cancelled} THEN 'The run was cancelled.' END,
       finished_at = CASE WHEN ${cancelled} THEN ${database.now} END
     WHERE id = ? AND fence = ? AND status = 'running' RETURNING *`,
    [
      awaited.together ? 1 : 0,
      recorded.phase,
      recorded.progress,
      usage?.peakMemoryBytes ?? null,
      usage?.cpuMs ?? null,
      recorded.phases ?? null,
      run.taskId,
      run.fence,
    ],
  );
  return row;
}

/** Schedules the continuation of a waiting task: now, at a time, or when an awaited step ends. */
async function goOn(
  transitions: Transitions,
  transaction: Transaction,
  row: TaskEntity,
  { steps, together }: Awaited,
): Promise<void> {
  const due = await loadDueCounts(transitions.database, transaction, row.id, steps);
  const ended = Number(due.ended) > 0;
  if (Number(due.ready) > 0 || (ended && Number(due.tasks) === 0)) {
    await wakeNow(transitions, transaction, row.id);
    return;
  }
  if (due.wake_at !== null) {
    const at = [due.wake_at, row.id];
    await transaction.query('UPDATE tasks SET wake_at = ? WHERE id = ?', at);
    const ms = due.wake_at - Date.now();
    transitions.publish(transaction, taskWakes, { taskId: row.id, ms });
  }
  if (ended && !together) {
    const step = { started_at: Number(due.started_at ?? Date.now()) };
    await wakeLater(transitions, transaction, row, step);
  }
}

async function loadDueCounts(
  database: Database,
  transaction: Transaction,
  taskId: string,
  steps: readonly string[],
): Promise<Due> {
  const [due] = await transaction.query<Due>(
    `SELECT COUNT(CASE WHEN (status <> 'waiting' AND kind <> 'task') OR wake_at <= ${database.now} THEN 1 END) AS ready,
       COUNT(CASE WHEN status <> 'waiting' AND kind = 'task' THEN 1 END) AS ended,
       COUNT(CASE WHEN status = 'waiting' AND kind = 'task' THEN 1 END) AS tasks,
       MIN(started_at) AS started_at, MIN(wake_at) AS wake_at
     FROM task_steps WHERE task_id = ? AND id IN (${steps.map(() => '?').join(', ')})`,
    [taskId, ...steps],
  );
  if (due === undefined) throw new Error('a count gave no row');
  return due;
}
