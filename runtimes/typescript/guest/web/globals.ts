import { defineProperty, hasOwn, keys, wallClock } from '../intrinsics.js';
import { AbortController, AbortSignal } from './abort.js';
import { makeBase64 } from './base64.js';
import { makeCompute } from './compute.js';
import { makeCrypto } from './crypto.js';
import { withConstants } from './dom-exception.js';
import { Event, EventTarget } from './events.js';
import { host } from './host.js';
import { makeMoreEvents } from './more-events.js';
import { platform } from './platform.js';
import { structuredClone } from './structured-clone.js';
import { makeTextEncoding } from './text-encoding.js';
import { makeUrl } from './url.js';
import { makeUrlSearchParams } from './url-search-params.js';

/**
 * Milliseconds since the creation of the run's isolate, from a monotonic clock. A reading from outside costs a thousand
 * times as much as a call within V8, so loops get the same value for a millisecond.
 */
let answered = 0;
let answer = 0;
const performance = {
  get timeOrigin(): number {
    const value = wallClock() - this.now();
    defineProperty(performance, 'timeOrigin', { value });
    return value;
  },
  now(): number {
    const moment = wallClock();
    if (moment !== answered) {
      answered = moment;
      answer = +host.ask('now');
    }
    return answer;
  },
};

/** Names of globals, by the part that creates them. */
const STREAMS = [
  'ByteLengthQueuingStrategy',
  'CompressionStream',
  'CountQueuingStrategy',
  'DecompressionStream',
  'ReadableByteStreamController',
  'ReadableStream',
  'ReadableStreamBYOBReader',
  'ReadableStreamBYOBRequest',
  'ReadableStreamDefaultController',
  'ReadableStreamDefaultReader',
  'TextDecoderStream',
  'TextEncoderStream',
  'TransformStream',
  'TransformStreamDefaultController',
  'WritableStream',
  'WritableStreamDefaultController',
  'WritableStreamDefaultWriter',
] as const;
const MESSAGES = ['MessageChannel', 'MessageEvent', 'MessagePort'] as const;
const EVENTS = ['CustomEvent', 'ErrorEvent', 'PromiseRejectionEvent'] as const;

/** Symbol of the function with which Node modules in bundles ask the supervisor; scripts may use it, too. */
const COMPUTE = Symbol.for('metarun.compute');

const GLOBALS: Record<string, unknown> = {
  AbortController,
  AbortSignal,
  Event,
  EventTarget,
  navigator: { userAgent: 'metarun' },
  performance,
  reportError: (error: unknown) => host.report(error),
  structuredClone,
};

/** Installs the globals of the web platform with its property attributes: replaceable, and not enumerable. */
export function installWebGlobals(target: object): void {
  const names = keys(GLOBALS);
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? '';
    define(target, name, GLOBALS[name]);
  }
  installLazily(target, ['DOMException'], () => ({ DOMException: withConstants() }));
  installLazily(target, ['URL'], makeUrl);
  installLazily(target, ['URLSearchParams'], makeUrlSearchParams);
  installLazily(target, ['TextDecoder', 'TextEncoder'], makeTextEncoding);
  installLazily(target, ['atob', 'btoa'], makeBase64);
  installLazily(target, ['crypto'], makeCrypto);
  installLazily(target, ['CryptoKey', 'SubtleCrypto'], () => platform('subtle'));
  installLazily(target, STREAMS, () => platform('streams'));
  installLazily(target, MESSAGES, () => platform('messages'));
  installLazily(target, ['URLPattern'], () => platform('pattern'));
  installLazily(target, EVENTS, makeMoreEvents);
  const compute = (...args: Parameters<ReturnType<typeof makeCompute>['compute']>): unknown =>
    makeCompute().compute(...args);
  defineProperty(target, COMPUTE, { value: compute });
  defineProperty(target, 'self', ordinary(target));
}

/** Defines globals that `make` creates on first read; they are ordinary globals from then on. */
export function installLazily<Name extends string>(
  target: object,
  names: readonly Name[],
  make: () => Record<Name, unknown>,
): void {
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index];
    if (name === undefined) continue;
    const get = (): unknown => define(target, name, make()[name]);
    const set = (value: unknown): void => void defineProperty(target, name, ordinary(value));
    defineProperty(target, name, { get, set, enumerable: false, configurable: true });
  }
}

/**
 * Defines a class or function under its name for scripts, since the bundler renames some. Objects of a class show that
 * name.
 */
function define(target: object, name: string, value: unknown): unknown {
  if (typeof value === 'function') {
    defineProperty(value, 'name', { value: name });
    const { prototype } = value as { prototype?: object };
    if (prototype !== undefined && !hasOwn(prototype, Symbol.toStringTag))
      defineProperty(prototype, Symbol.toStringTag, { value: name, configurable: true });
  }
  defineProperty(target, name, ordinary(value));
  return value;
}

function ordinary(value: unknown): PropertyDescriptor {
  return { value, writable: true, enumerable: false, configurable: true };
}
