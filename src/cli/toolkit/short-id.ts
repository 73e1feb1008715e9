import { shellWord } from './shell-word.js';

/**
 * Number of characters from the end of an id. Ids begin with the time, so those of the same minute differ only at the
 * end.
 */
const SHORT = 8;

/** Returns the short form of an id for lists and suggested commands, where it is one word of a shell. */
export function shortId(id: string): string {
  return shellWord(id.slice(-SHORT));
}
