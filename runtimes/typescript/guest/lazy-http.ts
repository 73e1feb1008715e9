import { makeHttp } from './http/index.js';
import { defineProperty } from './intrinsics.js';
import { named } from './web/globals.js';

type Http = ReturnType<typeof makeHttp>;

const GLOBALS = ['Blob', 'File', 'FormData', 'Headers', 'Request', 'Response', 'fetch'] as const;

let made: Http | null = null;

/** What the folder http/ offers, made when it is first needed. */
export function http(): Http {
  return (made ??= makeHttp());
}

/** Makes the globals of HTTP: each becomes an ordinary one when it is first looked at. */
export function installHttpGlobals(target: object): void {
  for (const name of GLOBALS) {
    const set = (value: unknown): void =>
      void defineProperty(target, name, {
        value,
        writable: true,
        enumerable: false,
        configurable: true,
      });
    const get = (): unknown => {
      const value = named(name, http()[name]);
      set(value);
      return value;
    };
    defineProperty(target, name, { get, set, enumerable: false, configurable: true });
  }
}
