import type { FieldError } from '../kernel/errors.js';
import { escapePointer } from '../kernel/json.js';
import { shortened } from '../schema/schema-fault.js';

/** Faults that one answer tells; of the others it tells how many they are. */
const MAX_TOLD = 20;
/** Characters of a name that a client has made up. */
const MAX_NAME = 100;

/** Faults of one request. Those that are not told cost nothing but to be counted. */
export class Faults {
  readonly told: FieldError[] = [];
  count = 0;

  /** `root`: what stands before a member's name, `/` or `?`. */
  constructor(private readonly root: '/' | '?') {}

  /** `path`: the members that lead there, outermost first. `message` is asked for where it will be told. */
  add(path: readonly (string | number)[], message: () => string): void {
    this.count += 1;
    if (this.count > MAX_TOLD) return;
    const names = path.map((name) => escapePointer(shortName(String(name))));
    this.told.push({ pointer: `${this.root}${names.join('/')}`, message: message() });
  }

  /** All in one sentence. */
  text(): string {
    const more = this.count - this.told.length;
    const messages = this.told.map(({ message }) => message);
    return [...messages, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
  }
}

/** A name as it is told back. */
export function shortName(name: string): string {
  return shortened(name, MAX_NAME);
}
