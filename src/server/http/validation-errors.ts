import type { FieldError } from '../../base/kernel/errors.js';
import { escapePointer } from '../../base/kernel/json.js';
import { shortened } from '../../base/kernel/quoted.js';

/** Maximum number of errors that a response lists; the rest are counted. */
const MAX_LISTED = 20;
/** Maximum length of a name sent by a client, in characters. */
const MAX_NAME = 100;

/** The validation errors of one request; those beyond the listed ones are only counted. */
export class ValidationErrors {
  readonly listed: FieldError[] = [];
  count = 0;

  /** `root`: prefix of a member's name, `/` or `?`. */
  constructor(private readonly root: '/' | '?') {}

  /**
   * Adds an error. `path`: the members that lead to the value, outermost first. `message` is called only if the error
   * is listed.
   */
  add(path: readonly (string | number)[], message: () => string): void {
    this.count += 1;
    if (this.count > MAX_LISTED) return;
    const names = path.map((name) => escapePointer(shortName(String(name))));
    this.listed.push({ pointer: `${this.root}${names.join('/')}`, message: message() });
  }

  /** Returns all errors in one sentence. */
  text(): string {
    const more = this.count - this.listed.length;
    const messages = this.listed.map(({ message }) => message);
    return [...messages, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
  }
}

/** Returns a name shortened for a message. */
export function shortName(name: string): string {
  return shortened(name, MAX_NAME);
}
