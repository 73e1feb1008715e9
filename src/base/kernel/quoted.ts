/** Characters of an id, a name or a path that a message repeats. */
const SHOWN = 200;

/** Returns `text`, cut to `length` characters, the last of which is then "…". */
export function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}

/** Returns a text from a client or a script for a message: in quotes, on one line, of bounded length. */
export function quoted(text: string): string {
  return JSON.stringify(shortened(text.toWellFormed(), SHOWN));
}
