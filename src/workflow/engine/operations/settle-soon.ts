import { buildColumnList, type Transaction } from '../../../platform/database/transaction.js';
import { ALONE, type GroupKind } from '../../../platform/database/write-groups.js';
import type { RunUsage } from '../../../sandbox/runtime/runtime.js';
import type { RunKey } from '../runs/run-key.js';
import { TaskEntity } from '../state/task.entity.js';
import type { Transitions } from '../state/transitions.js';
import type { Recorded } from './record.js';
import { inOrder, notifyParents } from './end-task.js';
import { endRow, type Ending, buildEnding, type RunEnd, settle, settled } from './settle.js';

/**
 * Length of a result, in characters, and number of events beyond which the end of a run gets a transaction of its own.
 */
const MANY_CHARACTERS = 64 * 1024;
const MANY_EVENTS = 20;

/**
 * Records the end of a run of `task` as {@link settle} does, but in one transaction with other ends if it writes only
 * its row and a few events, and with its siblings if it has a parent.
 */
export function settleSoon(
  transitions: Transitions,
  { parent_id: parentId }: Pick<TaskEntity, 'parent_id'>,
  run: RunKey,
  outcome: RunEnd,
  usage: RunUsage | null,
  recorded: Recorded,
): Promise<TaskEntity | null> {
  const ending = buildEnding(run, outcome, usage, recorded);
  if (isLarge(ending)) return settle(transitions, ending);
  const { database } = transitions;
  if (parentId === null) return database.grouped(ends(transitions), ending);
  return database.grouped(endsOfSiblings(transitions), ending, parentId);
}

function isLarge({ columns: { result }, recorded: { events } }: Ending): boolean {
  return events.length > MANY_EVENTS || (result?.length ?? 0) > MANY_CHARACTERS;
}

function ends(transitions: Transitions): GroupKind<Ending, TaskEntity | null> {
  return {
    name: 'settle',
    alone: (ending) => settle(transitions, ending),
    together: async (transaction, endings) => {
      const rows = await endTogether(transitions, transaction, endings);
      const byId = new Map(rows.map((row) => [row.id, row]));
      const results: (TaskEntity | typeof ALONE)[] = [];
      for (const { run, recorded } of endings) {
        const row = byId.get(run.taskId);
        byId.delete(run.taskId);
        if (row !== undefined && row.fence === run.fence) {
          await settled(transitions, transaction, row, recorded);
          results.push(row);
        } else results.push(ALONE);
      }
      return results;
    },
  };
}

/**
 * Groups the ends of tasks with the same parent, which all write to the parent's row and would otherwise wait for each
 * other's commits. The tasks come in the order of their ids and the parent's row last, as in {@link settle}, so that no
 * two such transactions deadlock.
 */
function endsOfSiblings(transitions: Transitions): GroupKind<Ending, TaskEntity | null> {
  return {
    name: 'settle',
    alone: (ending) => settle(transitions, ending),
    together: async (transaction, endings) => {
      const rows = new Map<Ending, TaskEntity | null>();
      const ordered = endings.toSorted((a, b) => inOrder(a.run.taskId, b.run.taskId));
      for (const ending of ordered) {
        const row = await endRow(transitions, transaction, ending);
        if (row !== null) await settled(transitions, transaction, row, ending.recorded);
        rows.set(ending, row);
      }
      await notifyParents(transitions, transaction, [...rows.values()]);
      return endings.map((ending) => rows.get(ending) ?? null);
    },
  };
}

/** Ends tasks by one statement. Skips those with steps, a parent or model usage, and those whose row is locked. */
function endTogether(
  { database: { now } }: Transitions,
  transaction: Transaction,
  endings: readonly Ending[],
): Promise<TaskEntity[]> {
  const given = endings.map(({ run: { taskId: id, fence }, columns }) => ({
    id,
    fence,
    ...columns,
  }));
  return transaction.queryPrepared<TaskEntity>(
    `WITH ended AS MATERIALIZED (
       SELECT * FROM json_to_recordset(CAST(? AS json)) AS one(id text, fence integer, status text, progress integer, phase text,
         result text, summary text, code text, message text, stack text, memory bigint, cpu bigint, phases text)),
     held AS MATERIALIZED (
       SELECT id FROM tasks WHERE id = ANY(ARRAY(SELECT id FROM ended)) AND status = 'running'
       FOR NO KEY UPDATE SKIP LOCKED)
     UPDATE tasks SET status = ended.status, progress = COALESCE(ended.progress, tasks.progress),
       current_phase = COALESCE(ended.phase, tasks.current_phase), result = ended.result, result_summary = ended.summary,
       error_code = ended.code, error_message = ended.message, error_stack = ended.stack,
       peak_memory_bytes = ended.memory, cpu_ms = ended.cpu, attempt_phases = COALESCE(ended.phases, tasks.attempt_phases),
       finished_at = ${now}, woken = 0, worker_id = NULL, lease_until = NULL
     FROM ended JOIN held ON held.id = ended.id
     WHERE tasks.id = ended.id AND tasks.fence = ended.fence AND tasks.status = 'running'
       AND tasks.step_count = 0 AND tasks.parent_id IS NULL AND tasks.usage IS NULL RETURNING ${buildColumnList(transaction, TaskEntity)}`,
    [JSON.stringify(given)],
  );
}
