import type { Logger } from 'pino';
import { startDeadline } from '../../base/kernel/deadline.js';
import { MetarunError } from '../../base/kernel/errors.js';
import { isJsonObject, type Json } from '../../base/kernel/json.js';
import { LONGEST_TIMER_MS } from '../../base/kernel/timers.js';
import { describeIssues, issuesAt } from '../../base/schema/schema-issue.js';
import type { SchemaValidator } from '../../base/schema/schema-validator.js';
import type { RunErrorCode, RunHandle, RunOutcome } from '../../sandbox/runtime/runtime.js';
import { RunGivenUp } from '../../workflow/engine/operations/held.js';
import type { LimitCaps } from '../agents/contract-world.js';
import { ASK_IDENTIFIER } from '../ask/ask-definition.js';
import { ANSWER_SCHEMA, withCitations } from '../../files/citations/citation.js';
import type { CheckedCitations, CitationChecks } from '../../files/citations/citation-checks.js';
import type { EffectiveContract } from '../agents/merge-contract.js';
import type { MemoryRecall } from '../memories/memory-recall.service.js';
import type { ModelCalls } from '../models/gateway/model-calls.service.js';
import type { ModelGateway, ModelInfo, ModelReply, ModelRequest } from '../models/model-gateway.js';
import type { ModelSteps } from '../models/steps/model-steps.js';
import type { TextOutput } from '../../workflow/steps/text-output.service.js';
import { extensionOfRow } from '../../tasks/tasks/runs/extension.js';
import type { OpenRun } from '../../tasks/tasks/runs/mode-executor.js';
import { askedDetail } from './asked-detail.js';
import { AgentLoop, type LoopEnd, type Place, type Turn } from './loop/loop.js';
import { DataParts } from './loop/messages.js';
import { ResultTool } from './loop/result-tool.js';
import { Operations } from './operations.js';
import type { RunContracts } from './run-contracts.js';
import { limitsOfRun } from './extended-limits.js';
import { ShownText } from './shown-text.js';
import { openingMessages, systemPrompt } from './system-prompt.js';
import { CallRejected, ToolCalls } from './tools/tool-calls.js';
import type { Toolbox, Toolboxes } from './tools/toolbox.js';

/** Name of the first step, which records values that must not change on replay. */
const BEGINNING = 'choose model';

/** Services for runs of agents. */
export interface AgentRunServices {
  gateway: ModelGateway;
  steps: Pick<ModelSteps, 'ask'>;
  calls: Pick<ModelCalls, 'usedBy'>;
  schemas: SchemaValidator;
  toolboxes: Toolboxes;
  caps: LimitCaps;
  contracts: RunContracts;
  textOutput: TextOutput;
  recall: Pick<MemoryRecall, 'best'>;
  citations: Pick<CitationChecks, 'check'>;
  logger: Logger;
}

/** Outcome of checking a result: the issue, or the result to store. */
type Checked = { issue: string } | { result: Json };

/** Content of a run's first record. */
interface Beginning {
  loopVersion: 1;
  model: ModelInfo;
}

/** A run of an agent. It has no process: the loop runs in the server, and long operations are awaited. */
export class AgentRun implements RunHandle {
  readonly outcome: Promise<RunOutcome>;
  readonly usage = Promise.resolve(null);
  private settle!: (outcome: RunOutcome) => void;
  private endDeadline: (() => void) | null = null;
  private settled = false;
  private readonly operations: Operations;
  /** True from the first action that is not replayed. */
  private goesOn: boolean;

  constructor(
    private readonly open: OpenRun,
    private readonly services: AgentRunServices,
  ) {
    this.outcome = new Promise((resolve) => {
      this.settle = resolve;
    });
    // The limit is raised once the contract is known.
    this.operations = new Operations(1, open.host, (on) => this.finish({ kind: 'suspended', on }));
    const { attempt, woken } = open.task;
    this.goesOn = attempt === 1 || woken === 1;
    this.limitTime(open.limits.timeout_ms);
    open.host.stop.subscribe(() => this.onStop());
    void this.carryOut().then(
      (outcome) => this.finish(outcome),
      (error: unknown) => this.finish(this.toFailedOutcome(error)),
    );
  }

  private onStop(): void {
    const { reason } = this.open.host.stop;
    this.finish(
      reason === 'shutdown' || reason === 'lease_lost'
        ? failed('worker_lost', 'The server stopped before the run had ended.')
        : failed('cancelled', 'The run was cancelled.'),
    );
  }

  private async carryOut(): Promise<RunOutcome> {
    const { context, version, params, journal } = this.open;
    const { toolboxes, schemas } = this.services;
    const contract = await this.contract();
    this.operations.most = contract.limits.maxParallelTools;
    if (contract.limits.timeoutSeconds !== null)
      this.limitTime(contract.limits.timeoutSeconds * 1000);
    const { model } = await this.begin(contract);
    const memories = await this.services.recall.best(
      context,
      journal,
      [contract.goal, JSON.stringify(params)].join('\n'),
    );
    const toolbox = await toolboxes.open(this.open, contract);
    const data = new DataParts(context.taskId);
    const resultSchema =
      version.resultSchema ?? (contract.citations ? JSON.stringify(ANSWER_SCHEMA) : null);
    const schema: unknown = resultSchema === null ? null : JSON.parse(resultSchema);
    const loop = new AgentLoop({
      contract,
      model,
      system: systemPrompt(contract, data, resultSchema !== null),
      opening: openingMessages(contract.goal, params, memories, data),
      tools: toolbox.forModel,
      resultTool: isJsonObject(schema) ? new ResultTool(schema) : null,
      data,
    });
    const calls = new ToolCalls({
      toolbox,
      approve: new Set(contract.approve),
      onRejected: contract.onRejected,
      context,
      journal,
      operations: this.operations,
      schemas,
    });
    return this.drive(loop, calls, async (result) => {
      const issue = await this.findResultIssue(resultSchema, result);
      if (issue !== null) return { issue: `The result does not match its schema: ${issue}` };
      if (!contract.citations) return { result };
      const cited = await this.cited(result, toolbox);
      if ('issue' in cited) return cited;
      // If the schema forbids additional members, the result is kept as the model returned it.
      const fits = (await this.findResultIssue(resultSchema, cited.result)) === null;
      return fits ? cited : { result };
    });
  }

  /** Performs the turns of the loop until it ends. */
  private async drive(
    loop: AgentLoop,
    calls: ToolCalls,
    check: (result: Json) => Promise<Checked>,
  ): Promise<RunOutcome> {
    for (;;) {
      if (this.settled) throw new RunGivenUp();
      await this.countUsed(loop);
      const turn = loop.next(this.place);
      switch (turn.kind) {
        case 'model':
          await this.ask(loop, turn);
          break;
        case 'tools':
          loop.answered(await calls.make(turn.calls));
          break;
        case 'check':
          loop.checked(await check(turn.result));
          break;
        case 'end':
          return toRunOutcome(turn.end);
      }
    }
  }

  /** Position of the run relative to the records of its task. */
  private get place(): Place {
    if (this.open.journal.replays) return 'recorded';
    return this.goesOn ? 'new' : 'resumed';
  }

  /** Counts requests with a lost end as well, as soon as the run continues beyond its records. */
  private async countUsed(loop: AgentLoop): Promise<void> {
    const { journal } = this.open;
    if (!journal.replays) await this.spend(loop);
  }

  private async spend(loop: AgentLoop): Promise<void> {
    const { context } = this.open;
    const { tokens, costMicroUsd } = await this.services.calls.usedBy(
      context.projectId,
      context.taskId,
    );
    loop.budget.atLeast(tokens, costMicroUsd);
  }

  private async ask(loop: AgentLoop, turn: Extract<Turn, { kind: 'model' }>): Promise<void> {
    const { context, journal } = this.open;
    const { request, purpose } = turn;
    if (!(await this.open.holds())) throw new RunGivenUp();
    let reply: ModelReply;
    const text = new ShownText(this.services.textOutput, context);
    const onDelta = purpose === 'answer' ? text.add : null;
    const detail = askedDetail(turn, context);
    // The loop has checked the first request against the budget, unless it was recorded; a retry must be checked
    // again, since the failed attempt had a cost.
    let isHeld = this.place !== 'recorded';
    const heldRequest = async (): Promise<ModelRequest> => {
      if (!isHeld) await this.spend(loop);
      const held = isHeld ? request : loop.requestAgain(request);
      isHeld = false;
      return held;
    };
    try {
      const asked = await this.operations.run(({ waits }) =>
        waits((pending) =>
          this.services.steps.ask(context, journal, pending, purpose, heldRequest, {
            onDelta,
            detail,
            redacted: true,
          }),
        ),
      );
      ({ reply } = asked);
      if (!asked.replayed) this.goesOn = true;
    } catch (error) {
      if (!journal.replays) this.goesOn = true;
      if (!(error instanceof MetarunError) || error.code !== 'too_long') throw error;
      loop.tooLong(error.message);
      return;
    } finally {
      await text.written();
    }
    loop.replied(reply);
  }

  private async findResultIssue(schema: string | null, result: Json): Promise<string | null> {
    if (schema === null) return null;
    const { projectId } = this.open.context;
    const issues = await this.services.schemas.validate(schema, result, projectId, { waits: true });
    return issues.length === 0 ? null : describeIssues(issuesAt('result', issues));
  }

  /** Verifies the citations of a result. The outcome is recorded, since the files may have changed on replay. */
  private async cited(result: Json, { knowledge }: Toolbox): Promise<Checked> {
    const { context, params, version } = this.open;
    const question = version.metaTaskIdentifier === ASK_IDENTIFIER ? params : null;
    const { projectId, taskId, workspaceId } = context;
    const { issue, citations } = await this.recorded<CheckedCitations>('check citations', () =>
      this.services.citations.check(
        { projectId, taskId, workspaceId, knowledge, question },
        result,
      ),
    );
    return issue === null ? { result: withCitations(result, citations) } : { issue };
  }

  private async contract(): Promise<EffectiveContract> {
    const { task, version } = this.open;
    const { contracts, caps } = this.services;
    const contract = await contracts.of(task, version);
    return { ...contract, limits: limitsOfRun(contract.limits, extensionOfRow(task), caps) };
  }

  /** Records the values that must not change on replay, or returns the recorded ones. */
  private async begin(contract: EffectiveContract): Promise<Beginning> {
    const { projectId } = this.open.context;
    return this.recorded<Beginning>(BEGINNING, async () => ({
      loopVersion: 1,
      model: await this.services.gateway.find(projectId, contract.model),
    }));
  }

  /** Returns the recorded result of the step with this name; otherwise calls `find` and records its result. */
  private async recorded<T>(name: string, find: () => Promise<T>): Promise<T> {
    const { journal } = this.open;
    const step = await journal.begin('step', name);
    if (step.state === 'success') {
      const end = await journal.recorded(step);
      if (end.status === 'success') return JSON.parse(end.result) as T;
    }
    const found = await find();
    await journal.end(step, { status: 'success', result: JSON.stringify(found) });
    return found;
  }

  private limitTime(ms: number): void {
    if (ms >= this.open.limits.timeout_ms && this.endDeadline !== null) return;
    this.endDeadline?.();
    const message = `The run passed its timeout of ${ms / 1000} s and was stopped.`;
    this.endDeadline = startDeadline(Math.min(ms, LONGEST_TIMER_MS), () =>
      this.finish(failed('timeout', message)),
    );
  }

  private toFailedOutcome(error: unknown): RunOutcome {
    if (error instanceof CallRejected) return failed('approval_rejected', error.message);
    if (error instanceof MetarunError && !(error instanceof RunGivenUp))
      return failed(toRunErrorCode(error.code), error.message);
    const { logger } = this.services;
    if (!this.settled)
      logger.error({ err: error, task: this.open.task.id }, 'failed to run an agent');
    return failed('worker_lost', 'The server failed to go on with the run.');
  }

  private finish(outcome: RunOutcome): void {
    if (this.settled) return;
    this.settled = true;
    this.endDeadline?.();
    this.settle(outcome);
  }
}

function toRunOutcome(end: LoopEnd): RunOutcome {
  return end.kind === 'success' ? end : failed(end.code, end.message);
}

/** Returns the task's error code for an error of a service. */
function toRunErrorCode(code: string): RunErrorCode {
  switch (code) {
    case 'model_refused':
    case 'budget_exceeded':
      return code;
    case 'model_error':
    case 'unknown_model':
      return 'model_error';
    case 'too_large':
      return 'budget_exceeded';
    default:
      return 'sandbox_error';
  }
}

function failed(code: RunErrorCode, message: string): RunOutcome {
  return { kind: 'failed', code, message, stack: null };
}
