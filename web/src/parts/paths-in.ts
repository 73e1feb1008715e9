export interface PathPart {
  text: string;
  isPath: boolean;
}

/** A text that may be a path: it begins where nothing of another one ends, and ends before a sign that closes something. */
const MAYBE = /(?<![\w./])\/[^\s"'`<>|()[\]{}]+/gu;
const CLOSING = /[.,:;!?]+$/;

/** Returns a text in parts: the known paths in it, and what is between them. A text that is a path as a whole may have any sign. */
export function pathsIn(text: string, known: { has: (path: string) => boolean }): PathPart[] {
  if (known.has(text)) return [{ text, isPath: true }];
  const parts: PathPart[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(MAYBE)) {
    const path = [found, found.replace(CLOSING, '')].find((each) => known.has(each));
    if (path === undefined) continue;
    if (index > at) parts.push({ text: text.slice(at, index), isPath: false });
    parts.push({ text: path, isPath: true });
    at = index + path.length;
  }
  if (at < text.length || parts.length === 0) parts.push({ text: text.slice(at), isPath: false });
  return parts;
}

/** So many texts of a value are asked about. */
const MOST = 20;
const LONGEST = 500;

/** Returns the texts of a value that may be paths of files, each once. */
export function maybePaths(value: unknown): string[] {
  const found = new Set<string>();
  const collect = (part: unknown): void => {
    if (found.size >= MOST) return;
    if (typeof part === 'string') {
      if (/^\/[^\n]*[^/\n]$/u.test(part) && part.length <= LONGEST) found.add(part);
    } else if (typeof part === 'object' && part !== null)
      for (const each of Object.values(part)) collect(each);
  };
  collect(value);
  return [...found];
}
