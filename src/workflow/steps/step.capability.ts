import { invalidField } from '../../base/kernel/errors.js';
import { isJsonObject, type Json } from '../../base/kernel/json.js';
import type { Capabilities, CapabilityContext } from '../../sandbox/runtime/capabilities.js';
import { CapabilityArgs } from '../../sandbox/runtime/capability-args.js';
import type { RetryAdvice } from '../../sandbox/runtime/protocol.js';
import { readRetryAdvice } from '../../sandbox/runtime/retry-advice.js';
import type { PendingCall } from '../../sandbox/runtime/runtime.js';
import type { Journal } from './journal.js';
import { type Journals } from './journals.js';
import type { Step, StepEnd } from './step.js';
import { MAX_NAME_LENGTH } from '../../base/kernel/max-lengths.js';

/** Maximum size of a step's result as JSON, in bytes. */
export const MAX_RESULT_BYTES = 1024 * 1024;
const MAX_ATTEMPTS = 100;
const MAX_DELAY_MS = 24 * 60 * 60 * 1000;
/** Longest sleep, in seconds: a year. */
export const MAX_SLEEP_SECONDS = 366 * 24 * 60 * 60;
const MAX_ERROR_TYPE = 200;
const MAX_ERROR_MESSAGE = 8_000;
/**
 * Code of a request that the network policy forbids. The policy of a run never changes: the next call would be refused
 * too.
 */
const NETWORK_DENIED = 'network_denied';

/** The number of attempts at a step, and the pauses between them. */
interface StepRetries {
  attempts: number;
  delayMs: number;
  factor: number;
  maxDelayMs: number;
}

/**
 * `step.*` and `sleep`: operations that a script performs once, however often it runs. The guests build `reporter.step`
 * on it.
 */
export class StepCapability {
  private readonly policies = new WeakMap<Step, StepRetries>();

  constructor(private readonly journals: Journals) {}

  register(capabilities: Capabilities): void {
    const offer = (
      method: string,
      known: readonly string[],
      handle: (journal: Journal, args: CapabilityArgs, call: PendingCall) => Promise<Json>,
    ): void =>
      capabilities.register(method, (context: CapabilityContext, json, call) =>
        handle(this.journals.of(context), new CapabilityArgs(method, json, known), call),
      );
    const policy = ['attempts', 'delay_ms', 'factor', 'max_delay_ms'];
    offer('step.begin', ['name', ...policy], (journal, args, call) =>
      this.begin(journal, args, call),
    );
    offer('step.end', ['id', 'result', 'awaited'], (journal, args) => this.end(journal, args));
    offer(
      'step.fail',
      ['id', 'type', 'message', 'final', 'retry', 'awaited'],
      (journal, args, call) => this.fail(journal, args, call),
    );
    offer('sleep', ['name', 'seconds'], (journal, args, call) => this.sleep(journal, args, call));
  }

  /**
   * Returns `{state: "run", id, attempt}`, or the record: `{state: "success", result, awaited}`,
   * `{state: "failed", type, message, awaited, retry}`.
   */
  private async begin(journal: Journal, args: CapabilityArgs, call: PendingCall): Promise<Json> {
    const policy: StepRetries = {
      attempts: args.optionalWhole('attempts', 1, MAX_ATTEMPTS) ?? 1,
      delayMs: args.number('delay_ms', 0, MAX_DELAY_MS),
      factor: args.number('factor', 1, 100),
      maxDelayMs: args.number('max_delay_ms', 0, MAX_DELAY_MS),
    };
    const step = await journal.begin('step', stepName('step.begin', args.text('name')), call);
    this.policies.set(step, policy);
    if (step.state === 'waiting') {
      await journal.waitForEnd(step, call);
      step.attempts += 1;
      step.state = 'new';
    }
    if (step.state === 'new') {
      journal.runs(step);
      return { state: 'run', id: step.id, attempt: step.attempts };
    }
    const end = await journal.recorded(step);
    const { awaited, retry } = parseStepNote(end);
    if (end.status === 'failed')
      return {
        state: 'failed',
        ...end.error,
        awaited,
        ...(retry === null ? {} : { retry: { ...retry } }),
      };
    return { state: 'success', result: JSON.parse(end.result) as Json, awaited };
  }

  /** Returns `{state: "success"}`, or `{state: "failed", type, message}` if the result cannot be stored. */
  private async end(journal: Journal, args: CapabilityArgs): Promise<Json> {
    const step = journal.find(args.text('id'));
    const result = JSON.stringify(args.json('result'));
    const size = Buffer.byteLength(result);
    if (size <= MAX_RESULT_BYTES) {
      await journal.end(step, { status: 'success', result, ...buildDetail(args) });
      return { state: 'success' };
    }
    const message = `its result has ${size} bytes of JSON; ${MAX_RESULT_BYTES} are allowed: write it to a file and return the path`;
    const error = { type: 'InvalidResult', message };
    await journal.end(step, { status: 'failed', error, ...buildDetail(args) });
    return { state: 'failed', ...error };
  }

  /**
   * Returns `{state: "run", attempt}` once the step is to be tried again, and `{state: "failed"}` after the last
   * attempt.
   */
  private async fail(journal: Journal, args: CapabilityArgs, call: PendingCall): Promise<Json> {
    const step = journal.find(args.text('id'));
    const error = {
      type: args.text('type').slice(0, MAX_ERROR_TYPE).toWellFormed(),
      message: args.text('message').slice(0, MAX_ERROR_MESSAGE).toWellFormed(),
    };
    const policy = this.policies.get(step);
    const retry = readRetryAdvice(args.json('retry'));
    const final = args.flag('final') || retry?.final === true || retry?.code === NETWORK_DENIED;
    if (policy === undefined || final || step.attempts >= policy.attempts) {
      await journal.end(step, { status: 'failed', error, ...buildDetail(args, retry) });
      return { state: 'failed' };
    }
    await journal.wait(step, pauseMs(policy, step.attempts, retry), { error });
    await journal.waitForEnd(step, call);
    step.attempts += 1;
    step.state = 'new';
    journal.runs(step);
    return { state: 'run', attempt: step.attempts };
  }

  private async sleep(journal: Journal, args: CapabilityArgs, call: PendingCall): Promise<Json> {
    const seconds = args.number('seconds', 0, MAX_SLEEP_SECONDS);
    const step = await journal.begin(
      'sleep',
      stepName('sleep', args.optionalText('name') ?? 'sleep'),
      call,
    );
    if (step.state === 'success') {
      await journal.recorded(step);
      return null;
    }
    if (step.state === 'new') await journal.wait(step, seconds * 1000);
    await journal.waitForEnd(step, call);
    await journal.end(step, { status: 'success', result: 'null' });
    return null;
  }
}

/**
 * Returns the pause before the next call, in ms: the one that the error names, otherwise that of the policy, whose
 * longest pause is at least its first one.
 */
function pauseMs(policy: StepRetries, attempts: number, retry: RetryAdvice | null): number {
  if (retry?.after !== undefined) return retry.after * 1000;
  const most = Math.max(policy.maxDelayMs, policy.delayMs);
  return Math.min(most, policy.delayMs * policy.factor ** (attempts - 1));
}

/** The part of a record that a replay needs besides the result or the error. */
interface StepNote {
  /** If a language distinguishes values from promises, a replay returns the same kind as the first run. */
  awaited: boolean;
  /** Advice of the error on a further attempt of the task, if the script does not catch it. */
  retry: RetryAdvice | null;
}

function buildDetail(args: CapabilityArgs, retry: RetryAdvice | null = null): { detail?: string } {
  const note = {
    ...(args.flag('awaited') ? { awaited: true } : {}),
    ...(retry === null ? {} : { retry }),
  };
  return Object.keys(note).length === 0 ? {} : { detail: JSON.stringify(note) };
}

function parseStepNote({ detail }: StepEnd): StepNote {
  const note = detail == null ? null : (JSON.parse(detail) as Json);
  if (!isJsonObject(note)) return { awaited: false, retry: null };
  return { awaited: note['awaited'] === true, retry: readRetryAdvice(note['retry']) };
}

/** Returns a step's name; throws a 422 that names the call if it cannot be stored. */
export function stepName(method: string, name: string): string {
  if (name.length === 0 || name.length > MAX_NAME_LENGTH)
    throw invalidField(
      method,
      `a step's name has 1 to ${MAX_NAME_LENGTH} characters, not ${name.length}`,
    );
  return name;
}
