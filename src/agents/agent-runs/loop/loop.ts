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

/** The times that a model may correct a result that does not match the schema. */
const MAX_REPAIRS = 3;
/** The part of a model's context from which on earlier messages are made shorter. */
const FULL = 0.8;

const SUMMARISE =
  'The conversation has become long. Write down, for yourself, all that you need to go on without it: what has been done, what was ' +
  'found out with its sources, what is left to do. Call no tool. Everything but the goal and this text will be gone.';

/** A call of a tool by the model. */
export interface ToolCall {
  /** Counts from 1 over the whole task. */
  number: number;
  id: string;
  /** As the model names it. */
  name: string;
  input: Json;
  /** Why the input could not be read; null where it could. */
  issue: string | null;
}

/**
 * Where a run is: `recorded`, before the end of its records; `resumed`, at their end, where an earlier attempt has ended; `new`,
 * beyond.
 */
export type Place = 'recorded' | 'resumed' | 'new';

/** The next thing to be done. */
export type Turn =
  | {
      kind: 'model';
      purpose: 'answer' | 'summary';
      request: ModelRequest;
      /** The messages of the request that the one before it did not have, nor its reply. */
      added: readonly JsonObject[];
      /** True if all messages of the one before it but the opening have been left out. */
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
  /** The messages that the conversation begins with. They stay whatever is left out later. */
  opening: readonly JsonObject[];
  tools: readonly ModelTool[];
  /** Null where the result has no schema: then the last text is the result. */
  resultTool: ResultTool | null;
  data: DataParts;
}

/**
 * The conversation of an agent with its model. It does nothing itself: {@link next} says what has to be done, and the caller
 * reports how that went. It depends on those reports alone, so that the records of a run lead to the same state again, whatever
 * the limits are by then: what has been done is not held to them, and an attempt that went on where another had ended does so again.
 */
export class AgentLoop {
  readonly budget: Budget;
  private messages: JsonObject[];
  /** The next thing to be done, if it is not to ask the model. */
  private turn: Exclude<Turn, { kind: 'model' }> | null = null;
  /** The way in which an attempt ends here, which another attempt does not. */
  private failure: LoopEnd | null = null;
  /** Messages that were sent to the model, or that it has answered with. */
  private sent = 0;
  private restarted = false;
  /** Calls of the last reply, and the answers that they have so far. */
  private calls: ToolCall[] = [];
  private readonly answers = new Map<string, { text: string; failed: boolean }>();
  /** The call that hands in the result which is being checked; null where the text is the result. */
  private submitted: ToolCall | null = null;
  private readonly repeats = new Repeats();
  private readonly paths = new Map<string, string>();
  /** Messages with answers of tools. */
  private toolTurns = 0;
  private modelCalls = 0;
  private toolCalls = 0;
  private repairs = 0;
  private cuts = 0;
  private asksForSummary = false;
  /** The most that the reply to the last request may have. */
  private maxOutputTokens = 0;
  /** Tokens of the messages that the provider has counted; null before the first reply. */
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

  /** Goes on where an attempt has ended: what it was ended by counts from the beginning. */
  private tryAgain(): void {
    this.failure = null;
    this.repairs = 0;
    this.cuts = 0;
    this.tooLongs = 0;
    this.repeats.forget();
  }

  /** The model has answered. */
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

  /** The provider has refused the request as too long. */
  tooLong(message: string): void {
    this.tooLongs += 1;
    if (this.tooLongs > 1) return this.fail('model_error', message);
    if (this.asksForSummary) this.startAgain('[Earlier work was left out: it was too long.]');
    else this.messages = shortened(this.messages, this.paths, 0);
    this.asksForSummary = false;
    this.counted = null;
  }

  /** Calls of tools have ended; the answers are in the order of the calls. */
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

  /** The result has been checked: it is `result` from here on, or `issue` is what is wrong with it. */
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

  /** Returns a request as it may be made again. Throws `budget_exceeded` where what has failed has left too little for it. */
  requestAgain(request: ModelRequest): ModelRequest {
    const allowed = this.budget.answerTokens(this.estimate(), request.maxOutputTokens);
    if (typeof allowed === 'string') throw new MetarunError(MODEL_ERRORS.budget_exceeded, allowed);
    this.maxOutputTokens = allowed;
    return { ...request, maxOutputTokens: allowed };
  }

  /** Returns about how many tokens the next request has: what the provider has counted, and what came since. */
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

  /** The model has answered without a call. */
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
      this.correct(`Hand in the result by calling ${SUBMIT_RESULT}; a text is none.`);
    else this.turn = { kind: 'check', result };
  }

  private submit(call: ToolCall): void {
    this.submitted = call;
    this.turn = null;
    const result = call.issue === null ? this.spec.resultTool?.resultOf(call.input) : undefined;
    if (result === undefined)
      this.correct(call.issue ?? 'The result is missing: it is the member "result".');
    else this.turn = { kind: 'check', result };
  }

  /** Has the model correct its result, unless it has done so too often. */
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

  /** Adds the answers to the conversation. Every call has to have one. */
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

/** Ends an attempt by a limit. Another attempt with the same limits ends here too. */
function over(message: string): Turn {
  return { kind: 'end', end: { kind: 'failed', code: 'budget_exceeded', message } };
}
