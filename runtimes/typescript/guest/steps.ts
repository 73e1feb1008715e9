import { TaskCancelled } from './call-errors.js';
import { call, needNumber, needText } from './calls.js';
import { inspect } from './inspect.js';
import { apply, assign, ErrorClass, parse, RangeErrorClass, TypeErrorClass } from './intrinsics.js';
import type { Link } from './link.js';
import { JsonError, toStrictJson } from './strict-json.js';
import { describeThrown } from './thrown.js';

/** As in the host. */
const MAX_RESULT_BYTES = 1024 * 1024;
const MAX_RESULT_VALUES = 240_000;
const MAX_SLEEP_SECONDS = 366 * 24 * 60 * 60;

type Begun =
  | { state: 'run'; id: string }
  | { state: 'success'; result: unknown }
  | { state: 'failed'; type: string; message: string };

/** A step failed for good: `type` and `message` are those of the error that its function threw. Every replay fails in the same way. */
export class StepError extends ErrorClass {
  override readonly name = 'StepError';
  readonly code = 'step_failed';
  readonly step: string;
  readonly type: string = '';

  /** Made with the call, so that its stack shows the script's line. */
  constructor(step: string) {
    super('');
    this.step = step;
  }
}

/** `reporter.step`. */
export async function step(
  link: Link,
  name: unknown,
  fn: unknown,
  options: Record<string, unknown> = {},
): Promise<unknown> {
  const text = needText('reporter.step', 'name', name);
  if (typeof fn !== 'function')
    throw new TypeErrorClass(`reporter.step needs a function, not ${inspect(fn)}`);
  const failure = new StepError(text);
  const fail = ({ type, message }: { type: string; message: string }, cause?: unknown): never => {
    const stepMessage = `step "${text}": ${type === '' ? '' : `${type}: `}${message}`;
    throw assign(failure, { type, message: stepMessage }, cause === undefined ? {} : { cause });
  };
  const begun = (await call(link, 'step.begin', { name: text, ...policyOf(options) })) as Begun;
  if (begun.state === 'success') return begun.result;
  if (begun.state === 'failed') return fail(begun);
  const { id } = begun;
  for (;;) {
    let value: unknown;
    try {
      value = await apply(fn as () => unknown, undefined, []);
    } catch (thrown) {
      if (thrown instanceof TaskCancelled) throw thrown;
      const { code, type, message } = describeThrown(thrown);
      if (code === 'out_of_memory') throw thrown;
      const next = (await call(link, 'step.fail', { id, type, message })) as Begun;
      if (next.state === 'run') continue;
      return fail({ type, message }, thrown);
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

/** `reporter.sleep`. */
export async function sleep(link: Link, seconds: unknown): Promise<void> {
  needNumber('reporter.sleep', 'seconds', seconds, 0, MAX_SLEEP_SECONDS);
  await call(link, 'sleep', { seconds });
}

function policyOf(options: Record<string, unknown>): object {
  const { attempts = 1, delay = 1, factor = 2, maxDelay = 60 } = options;
  const where = 'reporter.step';
  const day = 24 * 60 * 60;
  const least = needNumber(where, 'attempts', attempts, 1, 100);
  if (least % 1 !== 0)
    throw new RangeErrorClass(`${where} needs attempts as a whole number, not ${least}`);
  return {
    attempts,
    delay_ms: needNumber(where, 'delay', delay, 0, day) * 1000,
    factor: needNumber(where, 'factor', factor, 1, 100),
    max_delay_ms: needNumber(where, 'maxDelay', maxDelay, 0, day) * 1000,
  };
}
