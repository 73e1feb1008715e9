import { defineProperty, keys, wallClock } from '../intrinsics.js';
import { AbortController, AbortSignal } from './abort.js';
import { makeBase64 } from './base64.js';
import { makeCrypto } from './crypto.js';
import { DOMException } from './dom-exception.js';
import { Event, EventTarget } from './events.js';
import { host } from './host.js';
import { structuredClone } from './structured-clone.js';
import { makeTextEncoding } from './text-encoding.js';
import { makeUrl } from './url.js';
import { makeUrlSearchParams } from './url-search-params.js';

/**
 * Milliseconds since the run's isolate was made, of a clock that never goes back. A reading from outside costs a thousand times
 * as much as a call within V8, so loops get the same value for a millisecond.
 */
let answered = 0;
let answer = 0;
const performance = {
  now(): number {
    const moment = wallClock();
    if (moment !== answered) {
      answered = moment;
      answer = +host.ask('now');
    }
    return answer;
  },
};

const GLOBALS: Record<string, unknown> = {
  AbortController,
  AbortSignal,
  DOMException,
  Event,
  EventTarget,
  performance,
  structuredClone,
};

/** Makes the globals of the web platform as the platform does: they can be replaced, and are not enumerable. */
export function installWebGlobals(target: object): void {
  const names = keys(GLOBALS);
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? '';
    define(target, name, GLOBALS[name]);
  }
  installLazily(target, ['URL'], makeUrl);
  installLazily(target, ['URLSearchParams'], makeUrlSearchParams);
  installLazily(target, ['TextDecoder', 'TextEncoder'], makeTextEncoding);
  installLazily(target, ['atob', 'btoa'], makeBase64);
  installLazily(target, ['crypto'], makeCrypto);
}

/** Defines globals that `make` makes when they are first read; they are ordinary globals from then on. */
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

/** Defines a class or function under its name for scripts: the bundler renames some. */
function define(target: object, name: string, value: unknown): unknown {
  if (typeof value === 'function') defineProperty(value, 'name', { value: name });
  defineProperty(target, name, ordinary(value));
  return value;
}

function ordinary(value: unknown): PropertyDescriptor {
  return { value, writable: true, enumerable: false, configurable: true };
}
