import type { Transaction } from '../../platform/database/database.js';
import { newId } from '../../base/kernel/ids.js';
import type { Json } from '../../base/kernel/json.js';
import { isJsonObject } from '../../base/kernel/json.js';
import type { StepError, StepKind } from '../../workflow/steps/step.js';

/** The record of a step as GET …/tasks/{id}/steps gives it; further members do not matter. */
export interface RecordedStep {
  position: number;
  kind: StepKind;
  name: string;
  /** Records of what has not ended are left out. */
  status: string;
  attempts: number;
  result: Json;
  error: StepError | null;
  detail: Json;
  /** 0 for the first of its kind and name; counted where it is left out. */
  occurrence?: number | undefined;
  /** True if a replay must meet it in its place; otherwise it is found by its name. */
  ordered?: boolean | undefined;
  /** The part of an approval that the step does not contain: comment and name. */
  approval?: { comment: string | null; decided_by: string | null } | undefined;
}

/** The decision on an approval, found by the beginning of its prompt. Each is used once. */
export interface RecordedDecision {
  name: string;
  decision: 'approve' | 'reject' | 'expire';
  comment: string | null;
  payload: Json;
  /** Null if the record does not contain it. */
  decidedBy: string | null;
}

/**
 * Records that go into the task's journal, and decisions of approvals: those are bound to what was asked for, so that
 * they can only be given once it is asked again.
 */
export function splitSteps(steps: readonly RecordedStep[]): {
  records: RecordedStep[];
  decisions: RecordedDecision[];
} {
  const ended = steps
    .filter(({ status }) => status === 'success' || status === 'failed')
    .toSorted((one, other) => one.position - other.position);
  const firstApproval = ended.findIndex(({ kind }) => kind === 'approval');
  // An approval has no record until it is asked for again: what came after it is not next in the journal.
  const records = ended.map((step, index) =>
    firstApproval !== -1 && index > firstApproval ? { ...step, ordered: false } : step,
  );
  return {
    records: records.filter(({ kind }) => kind !== 'approval'),
    decisions: ended.filter(({ kind }) => kind === 'approval').flatMap(decisionOf),
  };
}

/** Has a task that is created in this transaction begin with records. */
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

function decisionOf(step: RecordedStep): RecordedDecision[] {
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
