import { Injectable } from '@nestjs/common';
import { isoTimeOrNull } from '../../base/kernel/clock.js';
import { invalidField, MetarunError, recordedError } from '../../base/kernel/errors.js';
import type { Json } from '../../base/kernel/json.js';
import { mapTexts } from '../../base/kernel/map-texts.js';
import type { Capabilities, CapabilityContext } from '../../sandbox/runtime/capabilities.js';
import { CapabilityArgs } from '../../sandbox/runtime/capability-args.js';
import type { PendingCall } from '../../sandbox/runtime/runtime.js';
import { issuesAt, describeIssues } from '../../base/schema/schema-issue.js';
import { SchemaValidator } from '../../base/schema/schema-validator.js';
import type { Journal } from '../../workflow/steps/journal.js';
import { Journals } from '../../workflow/steps/journals.js';
import type { Step, StepEnd } from '../../workflow/steps/step.js';
import type { Approval } from './approval.js';
import { ApprovalGate, type Question } from './approval-gate.service.js';
import { Approvals } from './approvals.service.js';
import { Decisions } from './decisions.service.js';
import { STEP_ERRORS } from '../../workflow/steps/errors.js';
import { MAX_NAME_LENGTH } from '../../base/kernel/max-lengths.js';

const METHOD = 'approval.ask';
const MAX_PROMPT = 2_000;
/** Maximum size of a proposal, in bytes of JSON. */
const MAX_PROPOSAL_BYTES = 256 * 1024;
/** Longest time until an approval expires, in seconds: a year. */
const MAX_EXPIRES_SECONDS = 366 * 24 * 60 * 60;

/** Names, in the guest languages, of the exceptions that a script receives. */
const EXCEPTIONS = {
  approval_rejected: 'ApprovalRejected',
  approval_expired: 'ApprovalExpired',
} as const;

/**
 * The capability `approval.ask`: a script waits for a person's decision. The guests expose it as
 * `reporter.ask_approval`.
 */
@Injectable()
export class ApprovalCapability {
  /** Approvals by id that a run has opened and not yet awaited. */
  private readonly opened = new WeakMap<Journal, Map<string, { step: Step; ended: boolean }>>();

  constructor(
    private readonly journals: Journals,
    private readonly gate: ApprovalGate,
    private readonly approvals: Approvals,
    private readonly decisions: Decisions,
    private readonly schemas: SchemaValidator,
  ) {}

  register(capabilities: Capabilities): void {
    capabilities.register(METHOD, (context, json, call) =>
      this.ask(context, this.journals.of(context), parseQuestion(context, json), call),
    );
    capabilities.register('approval.open', (context, json, call) =>
      this.openFirst(context, this.journals.of(context), parseQuestion(context, json), call),
    );
    capabilities.register('approval.await', (context, json, call) =>
      this.awaitOpened(
        context,
        this.journals.of(context),
        new CapabilityArgs('approval.await', json, ['id']),
        call,
      ),
    );
  }

  /**
   * Asks like {@link ask} without waiting, so that the script can notify people first; `approval.await` waits. Returns
   * `{id, expires_at, automatic, pending}`.
   */
  private async openFirst(
    context: CapabilityContext,
    journal: Journal,
    question: Question,
    call: PendingCall,
  ): Promise<Json> {
    const { step, asked, ended, isNew } = await this.begin(context, journal, question, call);
    if (!ended) journal.leavesOpen(step);
    const opened = this.opened.get(journal) ?? new Map<string, { step: Step; ended: boolean }>();
    this.opened.set(journal, opened.set(asked.id, { step, ended }));
    const { id, automatic, status } = asked;
    return {
      id,
      automatic,
      // A new approval is announced even if it was decided right after it was opened.
      pending: isNew || status === 'pending',
      expires_at: isoTimeOrNull(asked.expiresAt),
    };
  }

  /**
   * Waits for an approval that {@link openFirst} opened, and returns its answer in the form that {@link ask} returns.
   */
  private async awaitOpened(
    context: CapabilityContext,
    journal: Journal,
    args: CapabilityArgs,
    call: PendingCall,
  ): Promise<Json> {
    const id = args.text('id');
    const opened = this.opened.get(journal)?.get(id);
    if (opened === undefined)
      throw new MetarunError('validation_failed', 'No approval with this id has been opened.');
    this.opened.get(journal)?.delete(id);
    const { step, ended } = opened;
    if (!ended) journal.resumes(step);
    return this.wait(context, journal, step, ended, call);
  }

  /**
   * Returns `{state: "approved", decision, comment, payload, decided_by}`,
   * `{state: "rejected", message, comment, decided_by}` or `{state: "expired", message}`, the same at every replay.
   */
  private async ask(
    context: CapabilityContext,
    journal: Journal,
    question: Question,
    call: PendingCall,
  ): Promise<Json> {
    const { step, ended } = await this.begin(context, journal, question, call);
    return this.wait(context, journal, step, ended, call);
  }

  /**
   * Opens an approval, or finds the one of an earlier run (`isNew` is false then). `ended`: it was approved
   * automatically, and its step is over.
   */
  private async begin(
    context: CapabilityContext,
    journal: Journal,
    question: Question,
    call: PendingCall,
  ): Promise<{ step: Step; asked: Approval; ended: boolean; isNew: boolean }> {
    const name = question.prompt.slice(0, MAX_NAME_LENGTH).toWellFormed();
    const step = await journal.begin('approval', name, call);
    const { hash, auto } = await this.gate.bind(context, question);
    const isNew = step.state === 'new';
    if (isNew) {
      await this.checkForm(context.projectId, journal, step, question.form);
      if (auto) {
        await this.gate.pass(context, journal, step, question, hash);
        return { step, asked: await this.asked(context, step), ended: true, isNew };
      }
      await this.gate.open(context, journal, step, question, hash);
    }
    const asked = await this.approvals.find(context.projectId, step.id);
    if (asked === null) throw toRefusalError(await journal.recorded(step));
    if (asked.hash !== hash)
      throw new MetarunError(
        STEP_ERRORS.replay_mismatch,
        `The script asks for the approval of something else than what was put forward as ${JSON.stringify(name)}. Make the prompt and the proposal in a step, so that they are the same whenever it is run.`,
      );
    return { step, asked, ended: false, isNew };
  }

  private async wait(
    context: CapabilityContext,
    journal: Journal,
    step: Step,
    ended: boolean,
    call: PendingCall,
  ): Promise<Json> {
    if (ended) return this.answer(journal, await this.asked(context, step));
    if ((await journal.waitForEnd(step, call)) === 'due')
      await this.decisions.expire(await this.asked(context, step), context);
    // The stored row decides: a decision may have been recorded at the last moment.
    const end = await journal.recorded(step);
    return this.answer(journal, await this.asked(context, step), end);
  }

  private async asked({ projectId }: CapabilityContext, { id }: Step): Promise<Approval> {
    const approval = await this.approvals.find(projectId, id);
    if (approval === null) throw new Error(`step ${id} has no approval`);
    return approval;
  }

  private answer(journal: Journal, approval: Approval, end?: StepEnd): Json {
    const { comment, decidedBy: decided_by } = approval;
    const payload = approval.payload?.value ?? null;
    if (end?.status !== 'failed')
      return { state: 'approved', decision: 'approve', comment, payload, decided_by };
    const { message } = end.error;
    const code = end.error.type === 'approval_rejected' ? 'approval_rejected' : 'approval_expired';
    journal.gives({ type: EXCEPTIONS[code], message }, code);
    return code === 'approval_rejected'
      ? { state: 'rejected', message, comment, decided_by }
      : { state: 'expired', message };
  }

  /**
   * Checks the form. An invalid form is recorded as the end of the step, so that every replay throws the same error.
   */
  private async checkForm(
    projectId: string,
    journal: Journal,
    step: Step,
    form: Json,
  ): Promise<void> {
    if (form === null) return;
    const issues = await this.schemas.check(form, projectId, { waits: true });
    if (issues.length === 0) return;
    const end: StepEnd = {
      status: 'failed',
      error: { type: 'invalid_schema', message: `${describeIssues(issuesAt('form', issues))}.` },
    };
    await journal.end(step, end);
    throw toRefusalError(end);
  }
}

/** Returns the error of an approval that could not be opened. */
function toRefusalError(end: StepEnd): MetarunError {
  if (end.status !== 'failed') throw new Error('an approval without a record was given');
  const { type, message } = end.error;
  return recordedError(type, message);
}

/** Returns the question as people see it, without the secrets that the run has read. */
function parseQuestion(context: CapabilityContext, json: Json): Question {
  const args = new CapabilityArgs(METHOD, json, ['prompt', 'proposal', 'form', 'expires_in']);
  const redact = (text: string): string => context.redact(text);
  const prompt = redact(args.text('prompt'));
  if (prompt.trim() === '' || prompt.length > MAX_PROMPT)
    throw invalidField(
      METHOD,
      `a prompt has 1 to ${MAX_PROMPT} characters, and not only spaces; this one has ${prompt.length}`,
    );
  const proposal = mapTexts(args.json('proposal'), redact);
  const size = Buffer.byteLength(JSON.stringify(proposal));
  if (size > MAX_PROPOSAL_BYTES)
    throw new MetarunError(
      'too_large',
      `The proposal has ${size} bytes of JSON; ${MAX_PROPOSAL_BYTES} are allowed: write it to a file, and name that.`,
    );
  const wait =
    args.json('expires_in') === null ? null : args.number('expires_in', 0.001, MAX_EXPIRES_SECONDS);
  return {
    prompt,
    proposal,
    form: args.json('form'),
    expiresMs: wait === null ? null : Math.ceil(wait * 1000),
  };
}
