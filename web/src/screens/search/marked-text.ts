/** A part of a text. */
export interface TextPart {
  text: string;
  marked: boolean;
}

/** Returns a text in parts: those that are marked, by their places in Unicode characters, and those between them. */
export function markedText(text: string, places: readonly (readonly number[])[]): TextPart[] {
  const characters = [...text];
  const parts: TextPart[] = [];
  let at = 0;
  const add = (end: number, marked: boolean): void => {
    const to = Math.min(end, characters.length);
    if (to > at) parts.push({ text: characters.slice(at, to).join(''), marked });
    at = Math.max(at, to);
  };
  for (const [from = 0, to = 0] of places) {
    add(from, false);
    add(to, true);
  }
  add(characters.length, false);
  return parts;
}
