/** Part of a text that is either marked or not. */
export interface TextPart {
  text: string;
  marked: boolean;
}

/** Splits a text into marked and unmarked parts. `places` contains ranges in Unicode code points. */
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
