import { toText } from '../intrinsics.js';
import { Event } from './events.js';

interface Options {
  bubbles?: boolean;
  cancelable?: boolean;
}

class CustomEvent extends Event {
  readonly detail: unknown;

  constructor(type: unknown, options: Options & { detail?: unknown } = {}) {
    super(type, options);
    this.detail = options.detail === undefined ? null : options.detail;
  }
}

interface ErrorOptions extends Options {
  message?: unknown;
  filename?: unknown;
  lineno?: unknown;
  colno?: unknown;
  error?: unknown;
}

class ErrorEvent extends Event {
  readonly message: string;
  readonly filename: string;
  readonly lineno: number;
  readonly colno: number;
  readonly error: unknown;

  constructor(type: unknown, options: ErrorOptions = {}) {
    super(type, options);
    this.message = toText(options.message ?? '');
    this.filename = toText(options.filename ?? '');
    this.lineno = +toText(options.lineno ?? 0);
    this.colno = +toText(options.colno ?? 0);
    this.error = options.error;
  }
}

class PromiseRejectionEvent extends Event {
  readonly promise: unknown;
  readonly reason: unknown;

  constructor(type: unknown, options: Options & { promise: unknown; reason?: unknown }) {
    super(type, options);
    this.promise = options.promise;
    this.reason = options.reason;
  }
}

/** Creates the classes on first use. @see scripts/in-one-function.mjs */
export function makeMoreEvents() {
  return { CustomEvent, ErrorEvent, PromiseRejectionEvent };
}
