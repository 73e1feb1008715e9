import wrapAnsi from 'wrap-ansi';

/** Wraps text at word boundaries to `width` columns and indents it. A longer word stays on one line. */
export function wrapped(text: string, width: number, indent = ''): string[] {
  return wrapAnsi(text, width - indent.length)
    .split('\n')
    .map((line) => indent + line);
}
