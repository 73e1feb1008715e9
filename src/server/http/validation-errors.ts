import type { FieldError } from '../../base/kernel/errors.js';
import { escapePointer } from '../../base/kernel/json.js';
import { shortened } from '../../base/kernel/quoted.js';

/** The most errors that one answer lists; of the others it says how many they are. */
const MAX_LISTED = 20;
/** Characters of a name that a client has made up. */
const MAX_NAME = 100;

/** The validation errors of one request. Those that are not listed are only counted. */
export class ValidationErrors {
  readonly listed: FieldError[] = [];
  count = 0;

  /** `root`: what stands before a member's name, `/` or `?`. */
  constructor(private readonly root: '/' | '?') {}

  /** `path`: the members that lead there, outermost first. `message` is called only where it will be listed. */
  add(path: readonly (string | number)[], message: () => string): void {
    this.count += 1;
    if (this.count > MAX_LISTED) return;
    const names = path.map((name) => escapePointer(shortName(String(name))));
    this.listed.push({ pointer: `${this.root}${names.join('/')}`, message: message() });
  }

  /** All in one sentence. */
  text(): string {
    const more = this.count - this.listed.length;
    const messages = this.listed.map(({ message }) => message);
    return [...messages, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
  }
}

/** Returns a name as an answer repeats it. */
export function shortName(name: string): string {
  return shortened(name, MAX_NAME);
}
