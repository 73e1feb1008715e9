import { create, ErrorClass, toText } from '../intrinsics.js';

/** The legacy numbers of errors; only those of errors that can occur here. */
const CODES: Record<string, number> = Object.assign(create(null) as Record<string, number>, {
  InvalidCharacterError: 5,
  NotSupportedError: 9,
  InvalidStateError: 11,
  SyntaxError: 12,
  TypeMismatchError: 17,
  AbortError: 20,
  QuotaExceededError: 22,
  TimeoutError: 23,
  DataCloneError: 25,
});

export class DOMException extends ErrorClass {
  override readonly name: string;

  constructor(message: unknown = '', name: unknown = 'Error') {
    super(toText(message));
    this.name = toText(name);
  }

  get code(): number {
    return CODES[this.name] ?? 0;
  }
}
