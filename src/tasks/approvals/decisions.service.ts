import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../platform/database/database.js';
import type { ApprovalEntity } from './approval.entity.js';
import { completeStep } from '../../workflow/engine/operations/complete-step.js';
import { assertHeld } from '../../workflow/engine/operations/held.js';
import type { RunKey } from '../../workflow/engine/runs/run-key.js';
import { Transitions } from '../../workflow/engine/state/transitions.js';
import { invalidField, MetarunError } from '../../base/kernel/errors.js';
import { formDefaults } from '../../base/forms/form-defaults.js';
import type { Json } from '../../base/kernel/json.js';
import { issuesAt, describeIssues } from '../../base/schema/schema-issue.js';
import { SchemaValidator } from '../../base/schema/schema-validator.js';
import type { StepEnd } from '../../workflow/steps/step.js';
import { approvalEvent } from './approval-event.js';
import { type Approval, type Decider, type Decision, notPending } from './approval.js';
import { Approvals } from './approvals.service.js';
import { APPROVAL_ERRORS } from './errors.js';
import { matchingPayload } from './matching-payload.js';

/** Maximum size of a payload, in bytes of JSON. */
export const MAX_PAYLOAD_BYTES = 256 * 1024;
/** Number of characters of a rejection's comment that its error message repeats. */
const MAX_MESSAGE_COMMENT = 500;
const MAX_MESSAGE_PROMPT = 200;

/** Thrown to roll back a decision that came too late. */
class TooLate extends Error {}

/** Decides approvals, each of them once, even if several callers try at the same time. */
@Injectable()
export class Decisions {
  constructor(
    private readonly database: Database,
    private readonly approvals: Approvals,
    private readonly transitions: Transitions,
    private readonly schemas: SchemaValidator,
  ) {}

  /**
   * Records the decision and lets the task continue, in one transaction. Throws `approval_decided`, `approval_expired`
   * or `approval_cancelled` if it is too late, `conflict` if the hash differs, and `invalid_payload`.
   */
  async decide(
    projectId: string,
    id: string,
    given: Decision,
    decider: Decider,
  ): Promise<Approval> {
    const approval = await this.approvals.get(projectId, id);
    if (approval.status !== 'pending') throw notPending(approval);
    if (given.hash !== null && given.hash !== approval.hash)
      throw new MetarunError(
        'conflict',
        'The hash is not that of this approval: read it again, and decide on what it asks for.',
      );
    const payload = given.payload ?? (await this.proposedPayload(projectId, approval, given));
    const decision = { ...given, payload };
    await this.checkPayload(projectId, approval, decision);
    try {
      await this.database.write((transaction) =>
        this.record(transaction, approval, decision, decider),
      );
    } catch (error) {
      if (!(error instanceof TooLate)) throw error;
      const now = await this.approvals.get(projectId, id);
      throw now.status === 'pending'
        ? new MetarunError('conflict', 'The approval could not be decided; read it again.')
        : notPending(now);
    }
    return this.approvals.get(projectId, id);
  }

  /**
   * Ends an approval that has expired, unless it has already ended. Throws if `run`, which noticed the expiry, no
   * longer holds its task.
   */
  async expire(approval: Approval, run?: RunKey): Promise<void> {
    const message = `The approval ${shortPrompt(approval)} expired before anybody decided it.`;
    const end: StepEnd = { status: 'failed', error: { type: 'approval_expired', message } };
    await this.database.write(async (transaction) => {
      if (!(await completeStep(this.transitions, transaction, toStepKey(approval), end))) return;
      const [row] = await transaction.query<ApprovalEntity>(
        `UPDATE approvals SET status = 'expired', decided_at = ${this.database.now}
         WHERE id = ? AND project_id = ? AND status = 'pending' RETURNING *`,
        [approval.id, approval.projectId],
      );
      if (row)
        this.transitions.append(transaction, approval.projectId, [
          approvalEvent(row, 'expired', null),
        ]);
      if (run) await assertHeld(this.database, transaction, run);
    });
  }

  private async record(
    transaction: Transaction,
    approval: Approval,
    { decision, comment, payload }: Decision,
    decider: Decider,
  ): Promise<void> {
    const { now } = this.database;
    const status = decision === 'approve' ? 'approved' : 'rejected';
    const end = stepEnd(approval, { decision, comment, payload }, decider);
    // Locks the row of the task first, like every write that ends a task.
    const completed = await completeStep(this.transitions, transaction, toStepKey(approval), end);
    const [row] = await transaction.query<ApprovalEntity>(
      `UPDATE approvals SET status = ?, comment = ?, payload = ?, decided_by = ?, decided_via = ?,
         decided_at = ${now}
       WHERE id = ? AND project_id = ? AND status = 'pending'
         AND (expires_at IS NULL OR expires_at > ${now}) RETURNING *`,
      [
        status,
        comment,
        payload === null ? null : JSON.stringify(payload),
        decider.name,
        decider.via,
        approval.id,
        approval.projectId,
      ],
    );
    if (!completed || !row) throw new TooLate();
    if (decider.linkId !== undefined) await this.useUp(transaction, approval, decider.linkId);
    this.transitions.append(transaction, approval.projectId, [approvalEvent(row, status, decider)]);
  }

  private async useUp(transaction: Transaction, approval: Approval, linkId: string): Promise<void> {
    const [used] = await transaction.query(
      `UPDATE approval_links SET used_at = ${this.database.now}
       WHERE id = ? AND approval_id = ? AND used_at IS NULL AND revoked_at IS NULL RETURNING id`,
      [linkId, approval.id],
    );
    if (used === undefined)
      throw new MetarunError(
        'not_found',
        'The link has been revoked: ask who sent it for another one.',
      );
  }

  /**
   * Returns the payload of an approval that was given without one: the form's defaults if they match the form, else the
   * proposal if it does.
   */
  private async proposedPayload(
    projectId: string,
    { form, proposal }: Approval,
    { decision }: Decision,
  ): Promise<Json> {
    if (decision === 'reject' || form === null) return null;
    const proposed = [formDefaults(form.value), proposal?.value];
    return matchingPayload(this.schemas, projectId, form.value, proposed, false);
  }

  private async checkPayload(
    projectId: string,
    { form }: Approval,
    { decision, payload }: Decision,
  ): Promise<void> {
    if (decision === 'reject') {
      if (payload === null) return;
      throw invalidField('/payload', 'goes with "approve" alone; say why in the comment');
    }
    if (form === null) {
      if (payload === null) return;
      throw invalidField('/payload', 'this approval has no form: leave it out');
    }
    const size = Buffer.byteLength(JSON.stringify(payload));
    if (size > MAX_PAYLOAD_BYTES)
      throw new MetarunError(
        'too_large',
        `The payload has ${size} bytes of JSON; ${MAX_PAYLOAD_BYTES} are allowed.`,
      );
    const issues = await this.schemas.validate(JSON.stringify(form), payload, projectId, {
      waits: false,
    });
    if (issues.length === 0) return;
    const errors = issuesAt('/payload', issues);
    throw new MetarunError(APPROVAL_ERRORS.invalid_payload, `${describeIssues(errors)}.`, {
      errors,
    });
  }
}

/** Returns the end of a step that waits for a decision. */
export function stepEnd(
  approval: { prompt: string },
  { decision, comment, payload }: { decision: string; comment: string | null; payload: Json },
  decider: Decider,
): StepEnd {
  if (decision === 'approve') {
    const result = JSON.stringify({ decision, comment, payload, decided_by: decider.name });
    return { status: 'success', result };
  }
  const why = comment === null ? '' : `: ${comment.slice(0, MAX_MESSAGE_COMMENT).toWellFormed()}`;
  const message = `The approval ${shortPrompt(approval)} was rejected by ${decider.name}${why}`;
  return { status: 'failed', error: { type: 'approval_rejected', message } };
}

function toStepKey({ projectId, taskId, id }: Approval): {
  projectId: string;
  taskId: string;
  stepId: string;
} {
  return { projectId, taskId, stepId: id };
}

function shortPrompt({ prompt }: { prompt: string }): string {
  return JSON.stringify(prompt.slice(0, MAX_MESSAGE_PROMPT).toWellFormed());
}
