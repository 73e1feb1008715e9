export interface PathPart {
  text: string;
  isPath: boolean;
}

/** A possible path, which neither starts within another path nor includes closing characters. */
const MAYBE = /(?<![\w./])\/[^\s"'`<>|()[\]{}]+/gu;
const CLOSING = /[.,:;!?]+$/;

/** Splits a text at the known paths in it. If the whole text is a known path, it may contain any character. */
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

/** Limits of the texts in a value that are looked up as paths: their number, and the length of each. */
const MOST = 20;
const LONGEST = 500;

/** Returns the distinct texts in a value that may be paths of files. */
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
