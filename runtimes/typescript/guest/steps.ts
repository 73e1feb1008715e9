import { TaskCancelled } from './call-errors.js';
import { call, needNumber, needText } from './calls.js';
import { inContext } from './context.js';
import { inspect } from './inspect.js';
import { apply, assign, ErrorClass, parse, RangeErrorClass, TypeErrorClass } from './intrinsics.js';
import type { RetryAdvice } from '../../../src/sandbox/runtime/protocol.js';
import type { Link } from './link.js';
import { carryAdvice } from './retry-errors.js';
import { JsonError, toStrictJson } from './strict-json.js';
import { StepTimeout, within } from './step-timeout.js';
import { makeThrown } from './thrown.js';

/** Limits as in the host. */
const MAX_RESULT_BYTES = 1024 * 1024;
const MAX_RESULT_VALUES = 240_000;
const MAX_SLEEP_SECONDS = 366 * 24 * 60 * 60;
const MAX_TIMEOUT_SECONDS = 366 * 24 * 60 * 60;
const LEAST_TIMEOUT_SECONDS = 0.001;
/** Maximum pause between two calls of a function, in seconds, and its default. */
const DAY_SECONDS = 24 * 60 * 60;
const DEFAULT_MAX_DELAY_SECONDS = 60;
/** Type of a recorded timeout, and code of the error that the script gets. */
const TIMED_OUT = 'step_timeout';

type Begun =
  | { state: 'run'; id: string }
  | { state: 'success'; result: unknown }
  | ({ state: 'failed' } & Failure);

interface Failure {
  type: string;
  message: string;
  retry?: RetryAdvice | undefined;
}

/**
 * Thrown if a step has failed for good: `type` and `message` are those of the error of its function. Every replay fails
 * in the same way.
 */
export class StepError extends ErrorClass {
  override readonly name = 'StepError';
  readonly code: string = 'step_failed';
  readonly step: string;
  readonly type: string = '';

  /** Created during the call, so that the stack shows the script's line. */
  constructor(step: string) {
    super('');
    this.step = step;
  }
}

/** Implements `reporter.step`. */
export async function step(
  link: Link,
  name: unknown,
  fn: unknown,
  options?: Record<string, unknown>,
): Promise<unknown> {
  const text = needText('reporter.step', 'name', name);
  const end = link.beginStep(text);
  try {
    return await doStep(link, text, fn, options);
  } finally {
    end();
  }
}

async function doStep(
  link: Link,
  text: string,
  fn: unknown,
  options: Record<string, unknown> = {},
): Promise<unknown> {
  if (typeof fn !== 'function')
    throw new TypeErrorClass(`reporter.step needs a function, not ${inspect(fn)}`);
  const failure = new StepError(text);
  const fail = ({ type, message, retry }: Failure, cause?: unknown): never => {
    const stepMessage = `step "${text}": ${type === '' ? '' : `${type}: `}${message}`;
    carryAdvice(failure, retry);
    if (type === TIMED_OUT) assign(failure, { code: TIMED_OUT });
    throw assign(failure, { type, message: stepMessage }, cause === undefined ? {} : { cause });
  };
  const seconds = readTimeout(options);
  // Bound now, since the answer that continues this code comes from outside the script.
  const work = inContext(fn as () => unknown);
  const begun = (await call(link, 'step.begin', {
    name: text,
    ...toRetryPolicy(options),
  })) as Begun;
  if (begun.state === 'success') return begun.result;
  if (begun.state === 'failed') return fail(begun);
  const { id } = begun;
  for (;;) {
    let value: unknown;
    try {
      value = await (seconds === null ? apply(work, undefined, []) : within(link, seconds, work));
    } catch (thrown) {
      if (thrown instanceof TaskCancelled) throw thrown;
      const passed = thrown instanceof StepTimeout;
      const error = passed ? timedOut(thrown) : makeThrown().describeThrown(thrown);
      if ('code' in error && error.code === 'out_of_memory') throw thrown;
      const { type, message, retry } = error;
      const failed = retry === undefined ? { type, message } : { type, message, retry };
      const next = (await call(link, 'step.fail', { id, ...failed })) as Begun;
      if (next.state === 'run') continue;
      return fail(failed, passed ? undefined : thrown);
    }
    let json: string;
    try {
      json = toStrictJson(value, 'result', MAX_RESULT_BYTES, MAX_RESULT_VALUES);
    } catch (thrown) {
      if (!(thrown instanceof JsonError)) throw thrown;
      const invalid = { type: 'InvalidResult', message: thrown.message };
      await call(link, 'step.fail', { id, ...invalid, final: true });
      return fail(invalid);
    }
    // The script continues with exactly the value that a replay returns.
    const result: unknown = parse(json);
    const ended = (await call(link, 'step.end', { id, result })) as Begun;
    return ended.state === 'failed' ? fail(ended) : result;
  }
}

/** Implements `reporter.sleep`. */
export async function sleep(link: Link, seconds: unknown): Promise<void> {
  needNumber('reporter.sleep', 'seconds', seconds, 0, MAX_SLEEP_SECONDS);
  await call(link, 'sleep', { seconds });
}

/** Returns the time limit of one call of a step's function, in seconds; null for none. */
function readTimeout({ timeout = null }: Record<string, unknown>): number | null {
  if (timeout === null) return null;
  return needNumber(
    'reporter.step',
    'timeout',
    timeout,
    LEAST_TIMEOUT_SECONDS,
    MAX_TIMEOUT_SECONDS,
  );
}

function timedOut({ seconds }: StepTimeout): Failure {
  return { type: TIMED_OUT, message: `it passed its timeout of ${seconds} s` };
}

function toRetryPolicy(options: Record<string, unknown>): object {
  const { attempts = 1, delay = 1, factor = 2, maxDelay = DEFAULT_MAX_DELAY_SECONDS } = options;
  const where = 'reporter.step';
  const least = needNumber(where, 'attempts', attempts, 1, 100);
  if (least % 1 !== 0)
    throw new RangeErrorClass(`${where} needs attempts as a whole number, not ${least}`);
  return {
    attempts,
    delay_ms: needNumber(where, 'delay', delay, 0, DAY_SECONDS) * 1000,
    factor: needNumber(where, 'factor', factor, 1, 100),
    max_delay_ms: needNumber(where, 'maxDelay', maxDelay, 0, DAY_SECONDS) * 1000,
  };
}
