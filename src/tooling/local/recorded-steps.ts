import type { Transaction } from '../../platform/database/database.js';
import { newId } from '../../base/kernel/ids.js';
import type { Json } from '../../base/kernel/json.js';
import { isJsonObject } from '../../base/kernel/json.js';
import type { StepError, StepKind } from '../../workflow/steps/step.js';

/** The record of a step as in GET …/tasks/{id}/steps; further members are ignored. */
export interface RecordedStep {
  position: number;
  kind: StepKind;
  name: string;
  /** Records of unfinished steps are omitted. */
  status: string;
  attempts: number;
  result: Json;
  error: StepError | null;
  detail: Json;
  /** Number among the steps of its kind and name, from 0; counted if omitted. */
  occurrence?: number | undefined;
  /** True if a replay must meet it at its position; otherwise it is found by its name. */
  ordered?: boolean | undefined;
  /** The part of an approval that the step does not contain: comment and name. */
  approval?: { comment: string | null; decided_by: string | null } | undefined;
}

/** The decision on an approval, found by the beginning of its prompt and used once. */
export interface RecordedDecision {
  name: string;
  decision: 'approve' | 'reject' | 'expire';
  comment: string | null;
  payload: Json;
  /** Null if unknown. */
  decidedBy: string | null;
}

/**
 * Splits steps into records of the journal and decisions of approvals, which are bound to the request and so can be
 * given only once it is made again.
 */
export function splitSteps(steps: readonly RecordedStep[]): {
  records: RecordedStep[];
  decisions: RecordedDecision[];
} {
  const ended = steps
    .filter(({ status }) => status === 'success' || status === 'failed')
    .toSorted((one, other) => one.position - other.position);
  const firstApproval = ended.findIndex(({ kind }) => kind === 'approval');
  // An approval has no record until it is requested again, so the following records are not next in the journal.
  const records = ended.map((step, index) =>
    firstApproval !== -1 && index > firstApproval ? { ...step, ordered: false } : step,
  );
  return {
    records: records.filter(({ kind }) => kind !== 'approval'),
    decisions: ended.filter(({ kind }) => kind === 'approval').flatMap(toRecordedDecisions),
  };
}

/** Inserts records for a task that is created in this transaction. */
export async function insertSteps(
  transaction: Transaction,
  projectId: string,
  taskId: string,
  records: readonly RecordedStep[],
): Promise<void> {
  const seen = new Map<string, number>();
  for (const [position, step] of records.entries()) {
    const key = `${step.kind} ${step.name}`;
    const occurrence = step.occurrence ?? seen.get(key) ?? 0;
    seen.set(key, occurrence + 1);
    const now = Date.now();
    await transaction.query(
      `INSERT INTO task_steps (id, project_id, task_id, position, kind, name, occurrence, ordered, status,
         attempts, result, error_type, error_message, detail, started_at, wake_at, finished_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?)`,
      [
        newId(),
        projectId,
        taskId,
        position,
        step.kind,
        step.name,
        occurrence,
        step.ordered ?? false,
        step.status,
        step.attempts,
        step.status === 'success' ? JSON.stringify(step.result) : null,
        step.error?.type ?? null,
        step.error?.message ?? null,
        step.detail === null ? null : JSON.stringify(step.detail),
        now,
        now,
      ],
    );
  }
  if (records.length > 0)
    await transaction.query('UPDATE tasks SET step_count = ? WHERE id = ?', [
      records.length,
      taskId,
    ]);
}

function toRecordedDecisions(step: RecordedStep): RecordedDecision[] {
  const { name, status, result, error, approval } = step;
  const fields = isJsonObject(result) ? result : {};
  const text = (value: Json | undefined): string | null =>
    typeof value === 'string' ? value : null;
  const decision = {
    name,
    comment: approval?.comment ?? text(fields['comment']),
    payload: fields['payload'] ?? null,
    decidedBy: approval?.decided_by ?? text(fields['decided_by']),
  };
  if (status === 'success') return [{ ...decision, decision: 'approve' }];
  if (error?.type === 'approval_rejected') return [{ ...decision, decision: 'reject' }];
  return error?.type === 'approval_expired' ? [{ ...decision, decision: 'expire' }] : [];
}
