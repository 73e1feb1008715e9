import { MetarunError } from '../../../base/kernel/errors.js';
import type { Json, JsonObject } from '../../../base/kernel/json.js';
import type { EffectiveContract } from '../../agents/merge-contract.js';
import { MODEL_ERRORS } from '../../models/errors.js';
import { estimateTokens } from '../../models/gateway/estimate.js';
import type { ModelInfo, ModelReply, ModelRequest, ModelTool } from '../../models/model-gateway.js';
import { parseJson } from '../../models/steps/parse-json.js';
import { Budget, LEAST_ANSWER } from './budget.js';
import { answerKey, shortened } from './compaction.js';
import { type DataParts, type ToolAnswer, toolMessage, userMessage } from './messages.js';
import { Repeats } from './repeats.js';
import { type ResultTool, SUBMIT_RESULT } from './result-tool.js';

/** Maximum number of times that a model may correct a result that does not match the schema. */
const MAX_REPAIRS = 3;
/** Share of a model's context from which earlier messages are shortened. */
const FULL = 0.8;

const SUMMARISE =
  'The conversation has become long. Write down, for yourself, all that you need to go on without it: what has been done, what was ' +
  'found out with its sources, what is left to do. Call no tool. Everything but the goal and this text will be gone.';

/** A tool call of the model. */
export interface ToolCall {
  /** Number of the call in the whole task, from 1. */
  number: number;
  id: string;
  /** Name as used by the model. */
  name: string;
  input: Json;
  /** Reason why the input could not be parsed; null if it was parsed. */
  issue: string | null;
}

/**
 * Position of a run: `recorded`, before the end of its records; `resumed`, at their end, where an earlier attempt has
 * ended; `new`, beyond them.
 */
export type Place = 'recorded' | 'resumed' | 'new';

/** Next action of a run. */
export type Turn =
  | {
      kind: 'model';
      purpose: 'answer' | 'summary';
      request: ModelRequest;
      /** Messages of the request that neither the previous request nor its reply contained. */
      added: readonly JsonObject[];
      /** True if all messages of the previous request except the opening were dropped. */
      restarted: boolean;
    }
  | { kind: 'tools'; calls: readonly ToolCall[] }
  | { kind: 'check'; result: Json }
  | { kind: 'end'; end: LoopEnd };

export type LoopEnd =
  | { kind: 'success'; result: Json }
  | {
      kind: 'failed';
      code: 'budget_exceeded' | 'model_error' | 'model_refused' | 'invalid_result';
      message: string;
    };

export interface LoopSpec {
  contract: Pick<EffectiveContract, 'limits' | 'temperature' | 'reasoning'>;
  model: ModelInfo;
  system: string;
  /** Opening messages of the conversation, which are never dropped. */
  opening: readonly JsonObject[];
  tools: readonly ModelTool[];
  /** Null if the result has no schema, so that the last text is the result. */
  resultTool: ResultTool | null;
  data: DataParts;
}

/**
 * The conversation of an agent with its model. It performs no actions: {@link next} returns the next one, and the
 * caller reports its outcome. The state depends only on these reports, so that the records of a run always lead to the
 * same state, even if limits have changed: past actions are not checked against them, and an attempt that continued
 * where another had ended does so again on replay.
 */
export class AgentLoop {
  readonly budget: Budget;
  private messages: JsonObject[];
  /** Next action, unless it is a request to the model. */
  private turn: Exclude<Turn, { kind: 'model' }> | null = null;
  /** Failure with which this attempt ends, and which another attempt resets. */
  private failure: LoopEnd | null = null;
  /** Number of messages that were sent to the model or received from it. */
  private sent = 0;
  private restarted = false;
  /** Calls in the last reply, and their answers so far. */
  private calls: ToolCall[] = [];
  private readonly answers = new Map<string, { text: string; failed: boolean }>();
  /** Call with the result that is being checked; null if the text is the result. */
  private submitted: ToolCall | null = null;
  private readonly repeats = new Repeats();
  private readonly paths = new Map<string, string>();
  /** Number of messages with tool answers. */
  private toolTurns = 0;
  private modelCalls = 0;
  private toolCalls = 0;
  private repairs = 0;
  private cuts = 0;
  private asksForSummary = false;
  /** Maximum output tokens of the last request. */
  private maxOutputTokens = 0;
  /** Tokens of the messages as counted by the provider; null before the first reply. */
  private counted: { tokens: number; messages: number } | null = null;
  private tooLongs = 0;

  constructor(private readonly spec: LoopSpec) {
    this.budget = new Budget(spec.contract.limits, spec.model.prices);
    this.messages = [...spec.opening];
  }

  next(place: Place = 'new'): Turn {
    if (this.failure !== null) {
      if (place === 'new') return { kind: 'end', end: this.failure };
      this.tryAgain();
    }
    if (this.turn === null) return this.ask(place);
    const { maxToolCalls } = this.spec.contract.limits;
    if (this.turn.kind === 'tools' && place !== 'recorded' && this.toolCalls > maxToolCalls)
      return over(`max_tool_calls is ${maxToolCalls}: the model asked for more.`);
    return this.turn;
  }

  /** Continues after the end of an attempt, with the counters for its failure reset. */
  private tryAgain(): void {
    this.failure = null;
    this.repairs = 0;
    this.cuts = 0;
    this.tooLongs = 0;
    this.repeats.forget();
  }

  /** Processes a reply of the model. */
  replied(reply: ModelReply): void {
    this.modelCalls += 1;
    this.budget.spend(reply.usage);
    this.counted = {
      tokens: reply.usage.inputTokens + reply.usage.outputTokens,
      messages: this.messages.length + reply.messages.length,
    };
    if (this.asksForSummary) return this.goOnFrom(reply.text);
    this.messages.push(...reply.messages);
    this.sent = this.messages.length;
    this.calls = reply.calls.map(({ problem, ...call }, index) => ({
      ...call,
      issue: problem,
      number: this.toolCalls + index + 1,
    }));
    if (reply.finish === 'refused')
      return this.fail('model_refused', `The model has refused to go on: ${reply.text}`);
    if (reply.finish === 'length') return this.cut();
    if (this.calls.length > 0) return this.called();
    return this.said(reply.text);
  }

  /** Handles the provider's refusal of a request as too long. */
  tooLong(message: string): void {
    this.tooLongs += 1;
    if (this.tooLongs > 1) return this.fail('model_error', message);
    if (this.asksForSummary) this.startAgain('[Earlier work was left out: it was too long.]');
    else this.messages = shortened(this.messages, this.paths, 0);
    this.asksForSummary = false;
    this.counted = null;
  }

  /** Processes the answers of tool calls, in the order of the calls. */
  answered(answers: readonly ToolAnswer[]): void {
    const made = this.calls.filter(({ name }) => !this.hasResult(name));
    for (const [index, call] of made.entries()) {
      const answer = answers[index];
      if (answer !== undefined) this.answer(call, answer);
    }
    const [submit] = this.calls.filter(({ name }) => this.hasResult(name));
    if (submit === undefined) this.flush();
    else this.submit(submit);
  }

  /** Processes a checked result: `result` replaces it, or `issue` describes the problem. */
  checked(checked: { issue: string } | { result: Json }): void {
    if (this.turn?.kind !== 'check') throw new Error('no result is being checked');
    if ('result' in checked) {
      this.turn = { kind: 'end', end: { kind: 'success', result: checked.result } };
      return;
    }
    this.turn = null;
    this.correct(`${checked.issue}. Call ${SUBMIT_RESULT} again.`);
  }

  private ask(place: Place): Turn {
    const { contract, model, system, tools, resultTool } = this.spec;
    const { maxSteps } = contract.limits;
    if (place !== 'recorded' && this.modelCalls >= maxSteps)
      return over(`max_steps is ${maxSteps}: the model has been asked as often.`);
    let input = this.estimate();
    if (!this.asksForSummary && input > model.contextTokens * FULL) {
      this.messages = shortened(this.messages, this.paths);
      this.counted = null;
      input = this.estimate();
      if (input > model.contextTokens * FULL && this.messages.length > this.spec.opening.length) {
        this.asksForSummary = true;
        this.messages.push(userMessage(SUMMARISE));
        input = this.estimate();
      }
    }
    const space = Math.max(1, model.contextTokens - input);
    const allowed = this.budget.answerTokens(input, Math.min(model.maxOutputTokens, space));
    if (typeof allowed === 'string' && place !== 'recorded') return over(allowed);
    const most = typeof allowed === 'string' ? LEAST_ANSWER : allowed;
    this.maxOutputTokens = most;
    const { restarted } = this;
    const added = this.messages.slice(this.sent);
    this.sent = this.messages.length;
    this.restarted = false;
    return {
      kind: 'model',
      added,
      restarted,
      purpose: this.asksForSummary ? 'summary' : 'answer',
      request: {
        model: model.ref,
        system,
        messages: [...this.messages],
        tools: resultTool === null ? tools : [...tools, resultTool.tool],
        maxOutputTokens: most,
        temperature: contract.temperature,
        reasoning: contract.reasoning,
      },
    };
  }

  /** Returns a request for a retry. Throws `budget_exceeded` if the failed attempt has left too little for it. */
  requestAgain(request: ModelRequest): ModelRequest {
    const allowed = this.budget.answerTokens(this.estimate(), request.maxOutputTokens);
    if (typeof allowed === 'string') throw new MetarunError(MODEL_ERRORS.budget_exceeded, allowed);
    this.maxOutputTokens = allowed;
    return { ...request, maxOutputTokens: allowed };
  }

  /** Estimates the tokens of the next request: those counted by the provider, plus the messages since then. */
  private estimate(): number {
    if (this.counted !== null)
      return this.counted.tokens + estimateTokens(this.messages.slice(this.counted.messages));
    const { system, tools } = this.spec;
    return estimateTokens(system, JSON.stringify(tools), this.messages);
  }

  private goOnFrom(summary: string): void {
    this.asksForSummary = false;
    this.counted = null;
    const kept = this.spec.data.wrap('your own notes on the work so far', summary);
    this.startAgain(kept, 'Go on from here.');
  }

  private startAgain(...texts: readonly string[]): void {
    this.messages = [...this.spec.opening, userMessage(...texts)];
    this.sent = this.spec.opening.length;
    this.restarted = true;
    this.toolTurns = 0;
    this.paths.clear();
  }

  private cut(): void {
    this.cuts += 1;
    const note = 'Your answer was too long and was cut off. No tool was called. Be shorter.';
    if (this.calls.length === 0) this.messages.push(userMessage(note));
    else this.refuseAll(note);
    if (this.cuts <= 1) return;
    const { maxOutputTokens } = this;
    const message = `The answer of the model was cut off twice, at ${maxOutputTokens} tokens.`;
    if (maxOutputTokens < this.spec.model.maxOutputTokens)
      this.fail('budget_exceeded', `${message} The budget leaves no more.`);
    else this.fail('model_error', message);
  }

  private called(): void {
    const made = this.calls.filter(({ name }) => !this.hasResult(name));
    this.toolCalls += this.calls.length;
    for (const { name, input } of made)
      if (this.repeats.meet(name, input) === 'end')
        this.fail(
          'budget_exceeded',
          `The model called ${name} ${this.repeats.times} times running with the same arguments, and was stopped.`,
        );
    this.turn = { kind: 'tools', calls: made };
    if (made.length === 0) this.answered([]);
  }

  /** Processes a reply without tool calls. */
  private said(text: string): void {
    const { resultTool } = this.spec;
    this.submitted = null;
    if (resultTool === null) {
      if (text.trim() === '') return this.correct('Your answer is empty. Write the result.');
      this.turn = { kind: 'end', end: { kind: 'success', result: text } };
      return;
    }
    const result = parseJson(text);
    if (result === undefined)
      this.correct(`Hand in the result by calling ${SUBMIT_RESULT}; a text is not a result.`);
    else this.turn = { kind: 'check', result };
  }

  private submit(call: ToolCall): void {
    this.submitted = call;
    this.turn = null;
    const result = call.issue === null ? this.spec.resultTool?.readResult(call.input) : undefined;
    if (result === undefined)
      this.correct(call.issue ?? 'The result is missing: it is the member "result".');
    else this.turn = { kind: 'check', result };
  }

  /** Asks the model to correct its result, unless it has done so too often. */
  private correct(issue: string): void {
    this.repairs += 1;
    if (this.repairs > MAX_REPAIRS)
      this.fail(
        'invalid_result',
        `The model corrected its result ${MAX_REPAIRS} times, and it is still wrong: ${issue}`,
      );
    if (this.submitted === null) {
      this.messages.push(userMessage(issue));
      return;
    }
    this.answers.set(this.submitted.id, { text: issue, failed: true });
    this.submitted = null;
    this.flush();
  }

  private answer(call: ToolCall, { text, failed, origin, path }: ToolAnswer): void {
    const shown = origin === null ? text : this.spec.data.wrap(origin, text);
    const note =
      this.repeats.times >= 3
        ? `\n[You have called ${call.name} ${this.repeats.times} times running with the same arguments. Its answer will not change: do something else.]`
        : '';
    this.answers.set(call.id, { text: `${shown}${note}`, failed });
    if (path !== null) this.paths.set(answerKey(this.toolTurns, call.id), path);
  }

  /** Adds the answers to the conversation. Every call must have one. */
  private flush(): void {
    const none = { text: 'This call was not looked at: hand in one result alone.', failed: true };
    this.messages.push(
      toolMessage(
        this.calls.map(({ id, name }) => ({ id, name, ...(this.answers.get(id) ?? none) })),
      ),
    );
    this.toolTurns += 1;
    this.answers.clear();
    this.calls = [];
    this.turn = null;
  }

  private refuseAll(text: string): void {
    for (const { id } of this.calls) this.answers.set(id, { text, failed: true });
    this.flush();
  }

  private hasResult(name: string): boolean {
    return this.spec.resultTool !== null && name === SUBMIT_RESULT;
  }

  private fail(code: Exclude<LoopEnd, { kind: 'success' }>['code'], message: string): void {
    this.failure ??= { kind: 'failed', code, message };
  }
}

/** Returns the end of an attempt by a limit, which also ends another attempt with the same limits. */
function over(message: string): Turn {
  return { kind: 'end', end: { kind: 'failed', code: 'budget_exceeded', message } };
}
