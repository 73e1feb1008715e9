/** Lines of a text, from 1. */
export interface LineRange {
  from: number;
  to: number;
}

/** Returns the lines that a parameter names: `10` or `10-20`; undefined where it names none. */
export function lineRange(value: unknown): LineRange | undefined {
  const [, one, other] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(String(value)) ?? [];
  if (one === undefined) return undefined;
  const [from, to] = [Number(one), Number(other ?? one)];
  return from >= 1 && to >= from ? { from, to } : undefined;
}

/** The same of the end of an address, as other programs write it: `#L10` or `#L10-L20`. */
export function lineRangeOfHash(hash: string): LineRange | undefined {
  const [, one, other] = /^#?L(\d+)(?:-L?(\d+))?$/.exec(hash) ?? [];
  return one === undefined ? undefined : lineRange(other === undefined ? one : `${one}-${other}`);
}

/** Returns how an address names some lines. */
export function lineText({ from, to }: LineRange): string | number {
  return from === to ? from : `${from}-${to}`;
}
