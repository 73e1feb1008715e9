import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../platform/database/database.js';
import type { ApprovalEntity } from './approval.entity.js';
import { EventLog } from '../../platform/events/event-log.js';
import type { Json } from '../../base/kernel/json.js';
import type { CapabilityContext } from '../../sandbox/runtime/capabilities.js';
import { SchemaValidator } from '../../base/schema/schema-validator.js';
import type { Journal } from '../../workflow/steps/journal.js';
import type { Step } from '../../workflow/steps/step.js';
import { approvalEvent } from './approval-event.js';
import { approvalHash } from './approval-hash.js';
import type { Decider } from './approval.js';
import { stepEnd } from './decisions.service.js';
import { formDefaults } from '../../base/forms/form-defaults.js';
import { matchingPayload } from './matching-payload.js';

/** A question that a script asks a person. */
export interface Question {
  prompt: string;
  proposal: Json;
  /** JSON Schema of the payload; null if the answer has no payload. */
  form: Json;
  /** Time until the approval expires, in ms; null if it never expires. */
  expiresMs: number | null;
}

/** Properties of the task, its meta-task and its agent that an approval depends on besides the question. */
interface Setting {
  task_type: string;
  version: number;
  agent_version: string | null;
  params: string;
  auto_approve: boolean | number;
}

const AUTO: Decider = { name: 'auto_approve', via: 'auto_approve' };

/** Opens approvals for the runs that ask for them. */
@Injectable()
export class ApprovalGate {
  constructor(
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly schemas: SchemaValidator,
  ) {}

  /**
   * Returns the hash that an approval of this question is bound to, and whether the meta-task approves it
   * automatically.
   */
  async bind(
    { projectId, taskId }: CapabilityContext,
    { prompt, proposal }: Question,
  ): Promise<{ hash: string; auto: boolean }> {
    const [found] = await this.database.query<Setting>(
      `SELECT t.task_type, t.task_type_version AS version, t.agent_version_id AS agent_version, t.params, v.auto_approve
       FROM tasks t JOIN task_type_versions v ON v.id = t.version_id
       WHERE t.id = ? AND t.project_id = ?`,
      [taskId, projectId],
    );
    if (!found) throw new Error(`task ${taskId} runs and is not there`);
    const { task_type, version, agent_version: agentVersion } = found;
    const params = JSON.parse(found.params) as Json;
    const bound = { task_type, version, agentVersion, params, prompt, proposal };
    return { hash: approvalHash(bound), auto: Boolean(found.auto_approve) };
  }

  /** Records a pending approval and the wait of its step. */
  async open(
    context: CapabilityContext,
    journal: Journal,
    step: Step,
    question: Question,
    hash: string,
  ): Promise<void> {
    await journal.wait(step, question.expiresMs, { detail: serialiseDetail(step) }, (transaction) =>
      this.insert(transaction, context, step, question, hash, null),
    );
  }

  /** Records an automatic approval. Its payload is the form's defaults if they match the form, else null. */
  async pass(
    context: CapabilityContext,
    journal: Journal,
    step: Step,
    question: Question,
    hash: string,
  ): Promise<void> {
    const { form } = question;
    const { projectId } = context;
    const filled = form === null ? undefined : formDefaults(form);
    const payload = await matchingPayload(this.schemas, projectId, form, [filled], true);
    const end = stepEnd(question, { decision: 'approve', comment: null, payload }, AUTO);
    await journal.end(step, { ...end, detail: serialiseDetail(step) }, (transaction) =>
      this.insert(transaction, context, step, question, hash, payload, AUTO),
    );
  }

  private async insert(
    transaction: Transaction,
    { projectId, taskId, attempt }: CapabilityContext,
    step: Step,
    { prompt, proposal, form }: Question,
    hash: string,
    payload: Json,
    decider: Decider | null = null,
  ): Promise<void> {
    const { now } = this.database;
    const status = decider === null ? 'pending' : 'approved';
    // The approval expires with its step: both have the same deadline.
    const [row] = await transaction.query<ApprovalEntity>(
      `INSERT INTO approvals (id, project_id, task_id, attempt, prompt, proposal, form, hash, status, automatic,
         payload, decided_by, decided_via, created_at, expires_at, decided_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${now}, (SELECT wake_at FROM task_steps WHERE id = ?),
         ${decider === null ? 'NULL' : now}) RETURNING *`,
      [
        step.id,
        projectId,
        taskId,
        attempt,
        prompt,
        proposal === null ? null : JSON.stringify(proposal),
        form === null ? null : JSON.stringify(form),
        hash,
        status,
        decider !== null,
        payload === null ? null : JSON.stringify(payload),
        decider?.name ?? null,
        decider?.via ?? null,
        step.id,
      ],
    );
    if (!row) throw new Error('an insert gave no row');
    this.events.append(transaction, projectId, [approvalEvent(row, status, decider)]);
  }
}

function serialiseDetail(step: Step): string {
  return JSON.stringify({ approval_id: step.id });
}
