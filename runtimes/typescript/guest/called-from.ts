import { indexOf, quote, slice } from './intrinsics.js';

/** The name of the script in stacks: see isolate.ts. */
const SCRIPT = 'workflow.ts:';
/** Characters for a line and a column, and what ends them. */
const LENGTH = 24;

/**
 * Returns the member of a frame that says which place of the script is at a call, from an error that was made with it; empty where
 * the stack does not show it. A script can change how stacks are written.
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
