/** A range of lines, from 1. */
export interface LineRange {
  from: number;
  to: number;
}

/** Parses a line range parameter such as `10` or `10-20`; undefined if it is invalid. */
export function lineRange(value: unknown): LineRange | undefined {
  const [, one, other] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(String(value)) ?? [];
  if (one === undefined) return undefined;
  const [from, to] = [Number(one), Number(other ?? one)];
  return from >= 1 && to >= from ? { from, to } : undefined;
}

/** Parses a line range in a URL fragment as other programs write it, such as `#L10` or `#L10-L20`. */
export function lineRangeOfHash(hash: string): LineRange | undefined {
  const [, one, other] = /^#?L(\d+)(?:-L?(\d+))?$/.exec(hash) ?? [];
  return one === undefined ? undefined : lineRange(other === undefined ? one : `${one}-${other}`);
}

/** Formats a line range as a parameter of the URL. */
export function lineText({ from, to }: LineRange): string | number {
  return from === to ? from : `${from}-${to}`;
}
