import { shellWord } from './shell-word.js';

/** Ids begin with the time, so that tasks of one minute begin alike; their ends differ. */
const SHORT = 8;

/** Returns an id as lists show it where space is short, and as commands that are suggested have it: one word of a shell. */
export function shortId(id: string): string {
  return shellWord(id.slice(-SHORT));
}
