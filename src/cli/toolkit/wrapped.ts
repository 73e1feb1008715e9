import wrapAnsi from 'wrap-ansi';

/** Returns text in lines of at most `width` columns, broken between words and indented. A longer word keeps its line. */
export function wrapped(text: string, width: number, indent = ''): string[] {
  return wrapAnsi(text, width - indent.length)
    .split('\n')
    .map((line) => indent + line);
}
