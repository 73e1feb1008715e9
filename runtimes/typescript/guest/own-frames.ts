import { replacePattern } from './intrinsics.js';

/** Characters that mean something in a regular expression. */
const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/**
 * Returns a text without the frames of `file`, and those of Node below them, in the stacks that it has. What stands behind a frame in
 * its line, such as the beginning of an error's members, goes to the line before.
 */
export function withoutFrames(text: string, file: string): string {
  const own = `\\n[ \\t]*at [^\\n]*?${replacePattern(file, SPECIAL, '\\$&')}:\\d+:\\d+\\)?(?:, <anonymous>:\\d+:\\d+\\))?`;
  const below = '(?:\\n[ \\t]*at [^\\n]*?\\bnode:[^\\n]*?:\\d+:\\d+\\)?)*';
  try {
    return replacePattern(text, new RegExp(`${own}${below}`, 'g'), '');
  } catch {
    // The script has replaced what regular expressions rely on.
    return text;
  }
}
