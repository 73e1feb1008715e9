import type { NetworkRules } from '../../sandbox/egress/egress-guard.js';
import { getErrorMessage, MetarunError } from '../../base/kernel/errors.js';
import type { Json } from '../../base/kernel/json.js';
import type { CapabilityCall, Interception } from '../local/intercepted-capabilities.js';
import type { LocalProject } from '../local/local-project.js';
import type { LocalTask } from '../local/local-task.js';
import type { ChildStubs } from './child-stubs.js';
import type { HttpStubs } from './http-stubs.js';
import type { McpStubs } from './mcp-stubs.js';
import type { ModelStubs } from './model-stubs.js';
import { withoutWait } from './skipped-time.js';
import type { ApprovalAnswer, Mismatch, TestCase, UnmatchedStubs } from './test-case.js';

export interface HarnessOptions {
  project: LocalProject;
  given: TestCase;
  /** Null if requests reach the network. */
  http: HttpStubs | null;
  children: ChildStubs;
  models: ModelStubs;
  mcp: McpStubs;
  /** Subject of the case, for messages: `script` or `agent`. */
  asker: string;
  /** Returns the network rules of a meta-task. */
  resolveNetworkRules(identifier: string): NetworkRules;
}

/** The test harness of one case: answers the calls and questions of its tasks, and notes those without an answer. */
export class CaseHarness {
  private readonly answers: ApprovalAnswer[];
  private readonly asked = new Set<string>();
  private readonly identifiers = new Map<string, Promise<string>>();
  private readonly prepared = Promise.withResolvers<void>();
  private readonly noted: Mismatch[] = [];
  private isOver = false;

  constructor(private readonly options: HarnessOptions) {
    this.answers = (options.given.approvals ?? []).map((answer) =>
      typeof answer === 'string' ? { decision: answer } : answer,
    );
    options.project.intercept((call) => this.intercept(call));
    options.project.answerMcp(options.mcp);
    options.project.answerModels((asked) => options.models.next(asked));
  }

  /** Sends the events and answers the questions of a task and its children, until it has ended. */
  async play(task: LocalTask): Promise<void> {
    for (const { name, payload = null } of this.options.given.events ?? [])
      await task.sendEvent(name, payload);
    this.prepared.resolve();
    const waits = new Map<string, string>();
    for await (const { type, taskId, data } of task.treeEvents()) {
      if (type === 'approval' && data['status'] === 'pending') await this.answer(task, data);
      const { id, name } = data;
      if (type === 'step' && data['kind'] === 'event' && typeof id === 'string') {
        if (data['status'] === 'waiting' && typeof name === 'string') waits.set(id, name);
        else waits.delete(id);
      }
      if (type === 'status' && data['status'] === 'waiting' && taskId === task.id)
        await this.endIfStuck(task, [...waits.values()]);
    }
  }

  /** True if the run was ended for want of an answer: its outcome means nothing. */
  get gaveUp(): boolean {
    return this.isOver;
  }

  unmatched(): UnmatchedStubs {
    const { http, children, models, mcp, given } = this.options;
    const all = given.approvals?.length ?? 0;
    const used = all - this.answers.length;
    const approvals: Mismatch[] =
      used === all
        ? []
        : [{ pointer: `/approvals/${used}`, message: `${used} of ${all} answers were asked for` }];
    const around = [
      http?.unmatched(),
      children.unmatched(),
      mcp.unmatched(),
      models.unmatched(),
    ].filter((one) => one !== undefined);
    return {
      missing: [...this.noted, ...around.flatMap(({ missing }) => missing)],
      unused: [...around.flatMap(({ unused }) => unused), ...approvals],
    };
  }

  private async intercept({ method, args, taskId }: CapabilityCall): Promise<Interception> {
    const { http, children, given } = this.options;
    await this.prepared.promise;
    if (method === 'task.run') children.checkCall(args);
    if (children.isAsk(method, args)) return this.answerOfStub(taskId);
    if (http !== null && method === 'http.abort') return { answer: null };
    if (http !== null && method === 'http.request') {
      const rules = this.options.resolveNetworkRules(await this.loadMetaTaskIdentifier(taskId));
      // The product reports the error of a script without network.
      if (rules.policy !== 'none') return { answer: await http.request(taskId, rules, args) };
    }
    if (given.time === 'real') return undefined;
    const changed = withoutWait(method, args);
    return changed === undefined ? undefined : { args: changed };
  }

  private async answerOfStub(taskId: string): Promise<Interception> {
    const { children, project } = this.options;
    const identifier = await this.loadMetaTaskIdentifier(taskId);
    if (!children.isStub(identifier)) return undefined;
    const all = await project.taskIds(identifier);
    return { answer: children.answer(identifier, all.indexOf(taskId)) };
  }

  private loadMetaTaskIdentifier(taskId: string): Promise<string> {
    const known = this.identifiers.get(taskId);
    if (known !== undefined) return known;
    const found = this.options.project.loadMetaTaskIdentifier(taskId);
    this.identifiers.set(taskId, found);
    return found;
  }

  private async answer(task: LocalTask, data: Record<string, Json>): Promise<void> {
    const { approval_id: id, prompt } = data;
    if (typeof id !== 'string' || typeof prompt !== 'string' || this.asked.has(id)) return;
    this.asked.add(id);
    const at = (this.options.given.approvals?.length ?? 0) - this.answers.length;
    const answer = this.answers.shift();
    if (answer === undefined) {
      const more = 'add "- approve", "- reject" or "- expire" to approvals';
      return this.giveUp(
        task,
        '/approvals',
        `the ${this.options.asker} asked ${quoted(prompt)}; ${more}`,
      );
    }
    const { decision, comment, payload } = answer;
    const pointer = `/approvals/${at}`;
    if (answer.prompt !== undefined && !prompt.includes(answer.prompt))
      this.noted.push({
        pointer: `${pointer}/prompt`,
        message: `the ${this.options.asker} asked ${quoted(prompt)}`,
      });
    try {
      if (decision === 'expire') await task.expire(id);
      else await task.decide(id, { decision, comment, payload });
    } catch (error) {
      await this.giveUp(task, pointer, getErrorMessage(error));
    }
  }

  /** Ends a task that waits for an event that nothing will send: all events have been sent before. */
  private async endIfStuck(task: LocalTask, names: readonly string[]): Promise<void> {
    const [name] = names;
    if (name === undefined || this.options.given.time === 'real') return;
    await this.giveUp(
      task,
      '/events',
      `the ${this.options.asker} waits for the event ${quoted(name)}; add to events:\n  - { name: ${name}, payload: … }`,
    );
  }

  private async giveUp(task: LocalTask, pointer: string, message: string): Promise<void> {
    this.noted.push({ pointer, message });
    this.isOver = true;
    await task.kill();
  }
}

/** Returns the error of a task that was not created, as a server would report it. */
export function toRefusal(error: unknown): { code: string; message: string; stack: null } {
  if (!(error instanceof MetarunError)) throw error;
  return { code: error.code, message: error.message, stack: null };
}

function quoted(text: string): string {
  return JSON.stringify(text.length <= 200 ? text : `${text.slice(0, 200).toWellFormed()}…`);
}
