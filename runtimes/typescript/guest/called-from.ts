import { indexOf, quote, slice } from './intrinsics.js';

/** Name of the script in stacks, as isolate.ts sets it. */
const SCRIPT = 'workflow.ts:';
/** Maximum number of characters of a line and column and their terminator. */
const LENGTH = 24;

/**
 * Returns the frame member with the script's location at a call, taken from an error created during the call; empty if
 * the stack does not show it, since a script can change how stacks are formatted.
 */
export function calledFrom(error: Error): string {
  let stack: unknown;
  try {
    stack = error.stack;
  } catch {
    return '';
  }
  if (typeof stack !== 'string') return '';
  const from = indexOf(stack, SCRIPT, 0);
  if (from === -1) return '';
  const numbers = slice(stack, from + SCRIPT.length, from + SCRIPT.length + LENGTH);
  const end = indexOf(numbers, ')', 0);
  const line = indexOf(numbers, '\n', 0);
  const stop = end === -1 ? line : end;
  return `,"at":${quote(SCRIPT + (stop === -1 ? numbers : slice(numbers, 0, stop)))}`;
}
