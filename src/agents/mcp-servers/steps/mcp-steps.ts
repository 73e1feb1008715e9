import { Injectable } from '@nestjs/common';
import { MetarunError } from '../../../base/kernel/errors.js';
import type { Json, JsonObject } from '../../../base/kernel/json.js';
import { mapTexts } from '../../../base/kernel/map-texts.js';
import { quoted } from '../../../base/kernel/quoted.js';
import { Capabilities } from '../../../sandbox/runtime/capabilities.js';
import { RunGivenUp } from '../../../workflow/engine/operations/held.js';
import type { Step, StepEnd } from '../../../workflow/steps/step.js';
import type { ToolOutput } from '../connection/answers.js';
import { mcpError } from '../connection/mcp-gateway.service.js';
import { isRepeatable } from '../registry/mcp-server.js';
import type { CallPlace } from './call-place.js';
import { shownOutput } from './large-output.js';
import {
  type Answers,
  type CallAnswer,
  McpPort,
  type PlacedTask,
  type ToolRef,
} from './mcp-port.js';
import { McpQuestions } from './mcp-questions.js';
import {
  parseDetail,
  type ExchangeDetail,
  type Exchanged,
  parseExchanged,
  type ShownOutput,
} from './recorded-answer.js';
import { RemoteTasks } from './remote-tasks.js';
import { MAX_NAME_LENGTH } from '../../../base/kernel/max-lengths.js';

/** Maximum number of question rounds in one call. */
const MAX_ROUNDS = 20;
/** Maximum size in bytes of the arguments' JSON that a step shows. */
const MAX_SHOWN_ARGUMENTS = 16 * 1024;

/** The next message: a call, or a poll of a task, with `responses` to its questions. */
type Round =
  | { kind: 'call'; answers: Answers | null }
  | { kind: 'task'; id: string; responses: JsonObject | null };

interface Asking {
  place: CallPlace;
  ref: ToolRef;
  args: JsonObject;
  seconds: number | null;
}

/**
 * Makes tool calls as durable steps: each exchange with a server is one step and is never repeated once it is
 * recorded. A call with a lost outcome is only repeated if its tool declares this safe.
 */
@Injectable()
export class McpSteps {
  constructor(
    private readonly port: McpPort,
    private readonly questions: McpQuestions,
    private readonly remote: RemoteTasks,
    private readonly capabilities: Capabilities,
  ) {}

  /** Calls a tool. Throws MetarunError with a code of this feature, or `not_found`; the same at every replay. */
  async call(asking: Asking): Promise<ShownOutput> {
    const { place, ref } = asking;
    let round: Round = { kind: 'call', answers: null };
    let asked = 0;
    for (;;) {
      const exchanged = await this.exchange(asking, round);
      if ('content' in exchanged) return exchanged;
      if ('ready' in exchanged) {
        round = { kind: 'task', id: exchanged.ready, responses: null };
        continue;
      }
      if ((asked += 1) > MAX_ROUNDS)
        throw mcpError(
          'mcp_error',
          `The MCP server ${quoted(ref.server)} has asked ${MAX_ROUNDS} times in one call.`,
        );
      const { asks, state, task } = exchanged;
      const responses = await this.questions.answers(place.context, ref, asks, place.pending);
      round =
        task === null
          ? { kind: 'call', answers: { responses, state } }
          : { kind: 'task', id: task, responses };
    }
  }

  private async exchange(asking: Asking, round: Round): Promise<Exchanged> {
    const { place, ref } = asking;
    const { journal, pending } = place;
    const step = await journal.begin('mcp', buildStepName(ref), pending);
    if (step.state === 'success' || step.state === 'failed')
      return this.replayed(asking, await journal.recorded(step));
    if (step.state === 'waiting') return this.awaited(place, step);
    const repeatable = round.kind === 'task' || (await this.isRepeatable(ref));
    if (step.state === 'running' && !repeatable) return this.lost(asking, step);
    await place.holdIfParked();
    step.state = 'new';
    return this.made(asking, round, step, repeatable);
  }

  /** Replays an exchange. Questions asked during the call have records as well, which a replay must match. */
  private async replayed({ place, ref }: Asking, end: StepEnd): Promise<Exchanged> {
    for (const params of parseDetail(end).asked)
      await this.questions.answer(place.context, ref, params, place.openPending);
    return parseExchanged(end).exchanged;
  }

  private async awaited({ journal, pending }: CallPlace, step: Step): Promise<Exchanged> {
    await journal.waitForEnd(step, pending);
    return parseExchanged(await journal.recorded(step)).exchanged;
  }

  private async made(
    asking: Asking,
    round: Round,
    step: Step,
    repeatable: boolean,
  ): Promise<Exchanged> {
    const { place, ref } = asking;
    const { journal } = place;
    const detail = this.detail(asking, round);
    const sending = { sent: false, repeatable };
    const asked: JsonObject[] = [];
    try {
      const answer = await this.send(asking, round, asked, async () => {
        // The known properties of the tool may have changed with the list of tools.
        sending.repeatable = round.kind === 'task' || (await this.isRepeatable(ref));
        if (sending.repeatable) journal.runs(step);
        else await journal.begun(step, JSON.stringify(detail));
        sending.sent = true;
      });
      const kept = asked.length === 0 ? detail : { ...detail, asked };
      if (answer.kind === 'task') return await this.park(place, step, detail, answer.task);
      const exchanged = await this.shown(place, step, ref, round, answer);
      await journal.end(step, {
        status: 'success',
        result: JSON.stringify(exchanged),
        detail: JSON.stringify(kept),
      });
      return exchanged;
    } catch (error) {
      if (journal.signal.aborted || error instanceof RunGivenUp || !(error instanceof MetarunError))
        throw error;
      return this.failed(place, step, { ...detail, asked }, error, sending);
    }
  }

  private async send(
    { place, ref, args, seconds }: Asking,
    round: Round,
    asked: JsonObject[],
    onSending: () => Promise<void>,
  ): Promise<CallAnswer | { kind: 'task'; task: PlacedTask }> {
    const { context, journal, openPending } = place;
    const { signal } = journal;
    if (round.kind === 'call')
      return this.port.call({
        ...ref,
        args,
        answers: round.answers,
        seconds,
        signal,
        onSending,
        onQuestion: (params) => {
          asked.push(params);
          return this.questions.answer(context, ref, params, openPending);
        },
      });
    await onSending();
    const { id, responses } = round;
    const remote = { ...ref, taskId: context.taskId, remoteId: id };
    const { answer, serverId } = await this.port.task(remote, responses, signal);
    switch (answer.kind) {
      case 'working':
        return { kind: 'task', task: { id, pollMs: answer.pollMs, session: null, serverId } };
      case 'failed':
        throw mcpError('mcp_error', `The MCP server ${quoted(ref.server)} ${answer.message}`);
      case 'asks':
        return { ...answer, state: null };
      case 'result':
        return answer;
    }
  }

  /** Suspends the step, and the run, until a task of the server ends. */
  private async park(
    place: CallPlace,
    step: Step,
    detail: ExchangeDetail,
    task: PlacedTask,
  ): Promise<Exchanged> {
    const { journal, context } = place;
    const { projectId, taskId } = context;
    const shown = JSON.stringify({ ...detail, remote_task: task.id });
    await journal.wait(step, null, { detail: shown }, (transaction) =>
      this.remote.add(transaction, { projectId, taskId, stepId: step.id }, task),
    );
    return this.awaited(place, step);
  }

  /** Returns an answer in the recorded form, without secrets that the run has read. */
  private async shown(
    { context, pending }: CallPlace,
    { id: stepId }: Step,
    { tool }: ToolRef,
    round: Round,
    answer: Exclude<CallAnswer, { kind: 'task' }>,
  ): Promise<Exchanged> {
    const redact = (text: string): string => context.redact(text);
    if (answer.kind === 'asks') {
      const asks = mapTexts(answer.requests, redact) as Record<string, JsonObject>;
      // The state belongs to the server and is returned unchanged.
      return { asks, state: answer.state, task: round.kind === 'task' ? round.id : null };
    }
    const output = mapTexts(answer.output as unknown as Json, redact) as unknown as ToolOutput;
    const place = { taskId: context.taskId, stepId, tool };
    return shownOutput(output, place, async (path, content) => {
      const args = { path, content, encoding: 'utf-8' };
      await this.capabilities.call(context, 'files.write', args, pending);
    });
  }

  private async failed(
    { context, journal }: CallPlace,
    step: Step,
    detail: ExchangeDetail,
    error: MetarunError,
    { sent, repeatable }: { sent: boolean; repeatable: boolean },
  ): Promise<never> {
    const isUnknown = sent && !repeatable && error.code === 'mcp_unavailable';
    const known = isUnknown
      ? mcpError('mcp_outcome_unknown', `${error.message} ${UNKNOWN}`)
      : error;
    const message = context.redact(known.message);
    const again = repeatable || !sent;
    await journal.end(step, {
      status: 'failed',
      error: { type: known.code, message },
      detail: JSON.stringify({ ...detail, again }),
    });
    throw new MetarunError({ code: known.code, kind: 'conflict', title: message }, message);
  }

  /** Handles a call whose run was lost before its end. */
  private async lost(asking: Asking, step: Step): Promise<never> {
    const { place, ref } = asking;
    const message = `The service stopped while the tool ${quoted(ref.tool)} of the MCP server ${quoted(ref.server)} was being called. ${UNKNOWN}`;
    const error = mcpError('mcp_outcome_unknown', message);
    const detail = this.detail(asking, { kind: 'call', answers: null });
    return this.failed(place, step, detail, error, { sent: true, repeatable: false });
  }

  private async isRepeatable(ref: ToolRef): Promise<boolean> {
    const tool = await this.port.tool(ref).catch((error: unknown) => {
      if (error instanceof MetarunError) return null;
      throw error;
    });
    return tool !== null && isRepeatable(tool);
  }

  private detail({ place, ref, args }: Asking, round: Round): ExchangeDetail {
    const { server, tool } = ref;
    if (round.kind === 'task') return { server, tool, remote_task: round.id };
    const shown = mapTexts(args, (text) => place.context.redact(text));
    const json = JSON.stringify(shown);
    const isLong = Buffer.byteLength(json) > MAX_SHOWN_ARGUMENTS;
    const beginning = `${json.slice(0, MAX_SHOWN_ARGUMENTS / 4).toWellFormed()}…`;
    return { server, tool, arguments: isLong ? beginning : shown };
  }
}

const UNKNOWN =
  'It is not known whether the call took effect, and it was not made again. Find out first.';

function buildStepName({ server, tool }: ToolRef): string {
  return `${server}/${tool}`.slice(0, MAX_NAME_LENGTH).toWellFormed();
}
