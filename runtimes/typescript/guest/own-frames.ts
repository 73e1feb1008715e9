import { replacePattern } from './intrinsics.js';

/** Characters with a special meaning in regular expressions. */
const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/**
 * Returns a text whose stacks lack the frames of `file` and the frames of Node below them. Text after a frame in its
 * line, such as the beginning of an error's members, is moved to the line before.
 */
export function withoutFrames(text: string, file: string): string {
  const own = `\\n[ \\t]*at [^\\n]*?${replacePattern(file, SPECIAL, '\\$&')}:\\d+:\\d+\\)?(?:, <anonymous>:\\d+:\\d+\\))?`;
  const below = '(?:\\n[ \\t]*at [^\\n]*?\\bnode:[^\\n]*?:\\d+:\\d+\\)?)*';
  try {
    return replacePattern(text, new RegExp(`${own}${below}`, 'g'), '');
  } catch {
    // The script has replaced functions on which regular expressions rely.
    return text;
  }
}
