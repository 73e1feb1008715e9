import { defineProperty, keys } from '../intrinsics.js';
import { AbortController, AbortSignal } from './abort.js';
import { atob, btoa } from './base64.js';
import { crypto } from './crypto.js';
import { DOMException } from './dom-exception.js';
import { Event, EventTarget } from './events.js';
import { host } from './host.js';
import { structuredClone } from './structured-clone.js';
import { TextDecoder, TextEncoder } from './text-encoding.js';
import { URLSearchParams } from './url-search-params.js';
import { URL } from './url.js';

/** Milliseconds since the run's isolate was made, of a clock that never goes back. */
const performance = { now: () => +host.ask('now') };

const GLOBALS: Record<string, unknown> = {
  AbortController,
  AbortSignal,
  DOMException,
  Event,
  EventTarget,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  atob,
  btoa,
  crypto,
  performance,
  structuredClone,
};

/** Makes the globals of the web platform, as the platform has them: they can be replaced, and are not enumerable. */
export function installWebGlobals(target: object): void {
  const names = keys(GLOBALS);
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? '';
    const value = named(name, GLOBALS[name]);
    defineProperty(target, name, {
      value,
      writable: true,
      enumerable: false,
      configurable: true,
    });
  }
}

/** A class or function with the name that it has for scripts: the bundler renames some. */
export function named(name: string, value: unknown): unknown {
  return typeof value === 'function' ? defineProperty(value, 'name', { value: name }) : value;
}
