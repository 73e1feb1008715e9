/** A rectangle on a page in points from the top left corner. */
export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

export function bounds(boxes: readonly Box[]): Box {
  const all = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  for (const { x0, y0, x1, y1 } of boxes) {
    all.x0 = Math.min(all.x0, x0);
    all.y0 = Math.min(all.y0, y0);
    all.x1 = Math.max(all.x1, x1);
    all.y1 = Math.max(all.y1, y1);
  }
  return all;
}

export function middle(from: number, to: number): number {
  return (from + to) / 2;
}

export function isInside({ x0, y0, x1, y1 }: Box, outer: Box): boolean {
  const x = middle(x0, x1);
  const y = middle(y0, y1);
  return x >= outer.x0 && x <= outer.x1 && y >= outer.y0 && y <= outer.y1;
}

/** Returns the median; 0 for no values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Merges values within a tolerance of each other; returns them in ascending order. */
export function clusters(values: readonly number[], tolerance: number): number[] {
  const out: number[] = [];
  for (const value of values.toSorted((a, b) => a - b))
    if (out.length === 0 || value - (out.at(-1) ?? 0) > tolerance) out.push(value);
  return out;
}
