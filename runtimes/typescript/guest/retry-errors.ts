import type { RetryAdvice } from '../../../src/sandbox/runtime/protocol.js';
import { MetarunError } from './call-errors.js';
import { needNumber } from './calls.js';
import {
  defineProperty,
  ErrorClass,
  getWeak,
  isFinite,
  setWeak,
  slice,
  TypeErrorClass,
  WeakMapClass,
  wireText,
} from './intrinsics.js';

/** As in the host: a week. */
const MAX_SECONDS = 604_800;
const MAX_CODE = 100;

/** Thrown by a script whose attempt, or step, must not be repeated. Scripts have it as a global, and may extend it. */
export class NonRetryable extends ErrorClass {}

/** Thrown by a script that knows when its next attempt, or that of a step, makes sense. Scripts have it as a global, and may extend it. */
export class RetryAfter extends ErrorClass {
  readonly seconds: number;

  constructor(seconds: unknown, message?: string, options?: ErrorOptions) {
    const after = needNumber('RetryAfter', 'seconds', seconds, 0, MAX_SECONDS);
    super(message ?? `to be tried again after ${after} s`, options);
    this.seconds = after;
  }
}

/** Makes the classes globals of scripts. */
export function installRetryErrors(target: object): void {
  for (const made of [NonRetryable, RetryAfter])
    defineProperty(target, made.prototype.name, {
      value: made,
      writable: true,
      enumerable: false,
      configurable: true,
    });
}

// On the prototype, so that stacks begin with it; a subclass is named by its own name where it is reported.
for (const made of [NonRetryable, RetryAfter])
  defineProperty(made.prototype, 'name', {
    value: made === NonRetryable ? 'NonRetryable' : 'RetryAfter',
    writable: true,
    configurable: true,
  });

/** The advice of errors that stand for another one, such as the failure of a step. */
const carried = new WeakMapClass<object, RetryAdvice>();

export function carryAdvice(error: object, advice: RetryAdvice | undefined): void {
  if (advice !== undefined) setWeak(carried, error, advice);
}

/** Returns what an exception says of a further try. Never throws, however strange the exception. */
export function retryAdvice(thrown: object): RetryAdvice | undefined {
  try {
    const held = getWeak(carried, thrown) as RetryAdvice | undefined;
    if (held !== undefined) return held;
    if (thrown instanceof NonRetryable) return { final: true };
    if (thrown instanceof RetryAfter) {
      const { seconds } = thrown;
      return isFinite(seconds) && seconds >= 0 ? { after: seconds } : undefined;
    }
    // `fetch` throws a TypeError with the error of the call as its cause.
    const error = thrown instanceof TypeErrorClass ? thrown.cause : thrown;
    return error instanceof MetarunError
      ? { code: wireText(slice(error.code, 0, MAX_CODE)) }
      : undefined;
  } catch {
    return undefined;
  }
}
