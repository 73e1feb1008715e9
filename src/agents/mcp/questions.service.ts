import { Injectable } from '@nestjs/common';
import { isJsonObject, type Json, type JsonObject } from '../../base/kernel/json.js';
import { MetarunError } from '../../base/kernel/errors.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { ApprovalLinks } from '../../tasks/approvals/approval-links.service.js';
import { type Approval, type Decision, getFormSchema } from '../../tasks/approvals/approval.js';
import { Approvals } from '../../tasks/approvals/approvals.service.js';
import { Decisions } from '../../tasks/approvals/decisions.service.js';
import { LinkAddress } from '../../tasks/approvals/link-address.js';
import { TasksService } from '../../tasks/tasks/tasks.service.js';
import type { ToolCall } from './call.js';
import { flatForm } from './flat-form.js';
import { McpSettings } from './mcp-settings.service.js';
import { questionClosed } from './messages.js';
import type { LoneAnswer } from './question-ids.js';
import { assertScope, hasScope } from './request.js';
import { MAX_COMMENT_LENGTH } from '../../base/kernel/max-lengths.js';

/** Maximum number of approvals of one task that a client is asked about at a time. */
const MAX_QUESTIONS = 20;
const MAX_PROPOSAL = 4_000;

/** Questions to a client's user by approval id. */
export type Questions = Record<string, JsonObject>;

/** Way in which a client can take part in an approval. */
type Way = 'form' | 'link' | null;

/** Presents pending approvals as questions of the protocol, and applies the answers as decisions. */
@Injectable()
export class QuestionsService {
  constructor(
    private readonly approvals: Approvals,
    private readonly decisions: Decisions,
    private readonly links: ApprovalLinks,
    private readonly address: LinkAddress,
    private readonly tasks: TasksService,
    private readonly settings: McpSettings,
    private readonly bus: EventBus,
  ) {}

  pending(projectId: string, taskId: string): Promise<Approval[]> {
    return this.approvals.list(projectId, { status: 'pending', taskId, limit: MAX_QUESTIONS });
  }

  /** Returns the questions about a task that the client may ask its user; empty if people decide elsewhere. */
  async of(call: ToolCall, approvals: readonly Approval[]): Promise<Questions> {
    const questions: Questions = {};
    for (const approval of approvals) {
      const question = await this.question(call, approval);
      if (question !== null) questions[approval.id] = question;
    }
    return questions;
  }

  /**
   * Applies the answers that are decisions on approvals of the task. Answers about decided approvals are ignored,
   * since a client repeats an answer if it has lost the response.
   */
  async answer(call: ToolCall, taskId: string): Promise<void> {
    for (const [id, response] of Object.entries(call.responses).slice(0, MAX_QUESTIONS)) {
      const approval = await this.find(call, id);
      if (approval?.taskId === taskId) await this.carryOut(call, approval, response);
    }
  }

  /** Applies an answer that arrives as a separate request. */
  async answerAlone(call: ToolCall, { approvalId, response }: LoneAnswer): Promise<void> {
    const approval = await this.find(call, approvalId);
    if (approval === null) return;
    const decided = await this.carryOut(call, approval, response);
    // A user who accepts a link decides on its page.
    const opened = isJsonObject(response) && response['action'] === 'accept';
    if (!decided && !opened) this.bus.publish(questionClosed, { approvalId: approval.id });
  }

  /**
   * Decides on behalf of the caller. Throws `forbidden` if the project does not let clients decide, or not on this
   * task.
   */
  async decide(call: ToolCall, id: string, decision: Decision): Promise<Approval> {
    const { project, caller, audit } = call.request;
    assertScope(call.request, 'approvals:write');
    const approval = await this.approvals.get(project.id, id);
    if (!(await this.mayDecide(call, approval))) throw await this.refusal(call);
    const by = { name: caller.name, via: 'mcp' as const };
    const decided = await this.decisions.decide(project.id, approval.id, decision, by);
    const diff = [{ field: 'decision', to: decision.decision }];
    await audit({ action: 'approvals.decide', target: { approval_id: approval.id }, diff });
    return decided;
  }

  private find({ request }: ToolCall, id: string): Promise<Approval | null> {
    return this.approvals.find(request.project.id, id).catch(() => null);
  }

  /** Applies an answer and returns whether it is a decision. */
  private async carryOut(call: ToolCall, approval: Approval, response: unknown): Promise<boolean> {
    if (approval.status !== 'pending') return true;
    const decision = parseDecision(response, approval);
    if (decision === null || (await this.way(call, approval)) !== 'form') return false;
    await this.decide(call, approval.id, decision);
    return true;
  }

  private async question(call: ToolCall, approval: Approval): Promise<JsonObject | null> {
    const way = await this.way(call, approval);
    if (way === null) return null;
    const message = formatMessage(approval);
    const params: JsonObject | null =
      way === 'form'
        ? { mode: 'form', message, requestedSchema: flatForm(getFormSchema(approval)) }
        : await this.linkParams(call, approval, message);
    return params && { method: 'elicitation/create', params };
  }

  private async linkParams(
    { request: { caller } }: ToolCall,
    approval: Approval,
    message: string,
  ): Promise<JsonObject | null> {
    const { token } = await this.links.kept(approval, caller.name, caller.name);
    const url = this.address.buildPageUrl(token);
    // The 2025 revision also requires an id of the question.
    return url === null ? null : { mode: 'url', message, url, elicitationId: approval.id };
  }

  private async way(call: ToolCall, approval: Approval): Promise<Way> {
    const { request, client } = call;
    if (!hasScope(request, 'approvals:write')) return null;
    if ((await this.settings.approvals(request.project.id)) === 'off') return null;
    if (
      client.forms &&
      flatForm(getFormSchema(approval)) !== null &&
      (await this.mayDecide(call, approval))
    )
      return 'form';
    return client.links ? 'link' : null;
  }

  /**
   * Returns whether the caller may decide: a key may not decide on a task that it has created, unless the project
   * allows this.
   */
  private async mayDecide({ request }: ToolCall, approval: Approval): Promise<boolean> {
    const { project, caller } = request;
    const setting = await this.settings.approvals(project.id);
    if (setting === 'on_self') return true;
    if (setting !== 'on') return false;
    if (caller.kind !== 'api_key') return true;
    const task = await this.tasks.get(project.id, approval.taskId);
    const root = task.rootId === null ? task : await this.tasks.get(project.id, task.rootId);
    return [task, root].every(
      ({ createdBy }) => createdBy?.kind !== 'api_key' || createdBy.id !== caller.id,
    );
  }

  private async refusal({ request }: ToolCall): Promise<MetarunError> {
    const setting = await this.settings.approvals(request.project.id);
    return new MetarunError(
      'forbidden',
      setting === 'on'
        ? 'A key cannot approve a task that it has created itself: have another key or a person decide.'
        : `MCP clients do not decide in this project, whose mcp_approvals is "${setting}": have a person decide.`,
    );
  }
}

function formatMessage({ prompt, proposal }: Approval): string {
  if (proposal === null) return prompt;
  const { value } = proposal;
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  const shown = text.length > MAX_PROPOSAL ? `${text.slice(0, MAX_PROPOSAL)}…` : text;
  return `${prompt}\n\n${shown.toWellFormed()}`;
}

/** Returns the decision in an answer; null without one, for example if the user has closed the question. */
function parseDecision(response: unknown, approval: Approval): Decision | null {
  const { hash } = approval;
  const form = getFormSchema(approval);
  if (!isJsonObject(response)) return null;
  const { action, content } = response;
  const given = isJsonObject(content) ? content : {};
  const comment = form === null || form === true ? readComment(given['comment']) : null;
  if (action === 'decline') return { decision: 'reject', comment, payload: null, hash };
  if (action !== 'accept') return null;
  return { decision: 'approve', comment, payload: form === null ? null : given, hash };
}

function readComment(given: Json | undefined): string | null {
  return typeof given === 'string' && given.trim() !== ''
    ? given.slice(0, MAX_COMMENT_LENGTH)
    : null;
}
