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

/** Maximum delay, as in the host: a week. */
const MAX_SECONDS = 604_800;
const MAX_CODE = 100;

/** Thrown by a script whose attempt or step must not be repeated. It is a global of scripts, which may extend it. */
export class NonRetryable extends ErrorClass {}

/**
 * Thrown by a script that knows when the next attempt of the task or a step makes sense. It is a global of scripts,
 * which may extend it.
 */
export class RetryAfter extends ErrorClass {
  readonly seconds: number;

  constructor(seconds: unknown, message?: string, options?: ErrorOptions) {
    const after = needNumber('RetryAfter', 'seconds', seconds, 0, MAX_SECONDS);
    super(message ?? `to be tried again after ${after} s`, options);
    this.seconds = after;
  }
}

/** Installs the classes as globals of scripts. */
export function installRetryErrors(target: object): void {
  for (const made of [NonRetryable, RetryAfter])
    defineProperty(target, made.prototype.name, {
      value: made,
      writable: true,
      enumerable: false,
      configurable: true,
    });
}

// Set on the prototype, so that stacks begin with the name; a subclass is reported by its own name.
for (const made of [NonRetryable, RetryAfter])
  defineProperty(made.prototype, 'name', {
    value: made === NonRetryable ? 'NonRetryable' : 'RetryAfter',
    writable: true,
    configurable: true,
  });

/** The advice of errors that represent another one, such as the failure of a step. */
const carried = new WeakMapClass<object, RetryAdvice>();

export function carryAdvice(error: object, advice: RetryAdvice | undefined): void {
  if (advice !== undefined) setWeak(carried, error, advice);
}

/** Returns an exception's advice on retrying. Never throws, however strange the exception. */
export function retryAdvice(thrown: object): RetryAdvice | undefined {
  try {
    const held = getWeak(carried, thrown) as RetryAdvice | undefined;
    if (held !== undefined) return held;
    if (thrown instanceof NonRetryable) return { final: true };
    if (thrown instanceof RetryAfter) {
      const { seconds } = thrown;
      return isFinite(seconds) && seconds >= 0 ? { after: seconds } : undefined;
    }
    // `fetch` throws a TypeError whose cause is the error of the call.
    const error = thrown instanceof TypeErrorClass ? thrown.cause : thrown;
    return error instanceof MetarunError
      ? { code: wireText(slice(error.code, 0, MAX_CODE)) }
      : undefined;
  } catch {
    return undefined;
  }
}
