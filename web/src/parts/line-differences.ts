import { diffLines } from 'diff';

/** A line of two texts side by side; a missing side is null. Lines are numbered from 1. */
export type LinePair =
  | { kind: 'same' | 'changed'; left: Line | null; right: Line | null }
  /** A number of equal lines that are omitted. */
  | { kind: 'skip'; count: number };

export interface Line {
  number: number;
  text: string;
}

/** Number of equal lines to keep around each change. */
const CONTEXT = 3;

/** Compares two texts line by line. Equal lines far from any change are omitted; equal texts yield an empty list. */
export function lineDifferences(before: string, after: string): LinePair[] {
  const pairs: LinePair[] = [];
  let left = 0;
  let right = 0;
  let removed: Line[] = [];
  let added: Line[] = [];
  const flush = (): void => {
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1)
      pairs.push({ kind: 'changed', left: removed[index] ?? null, right: added[index] ?? null });
    removed = [];
    added = [];
  };
  for (const part of diffLines(before, after)) {
    const lines = part.value.replace(/\n$/, '').split('\n');
    if (part.removed) removed.push(...lines.map((text) => ({ number: (left += 1), text })));
    else if (part.added) added.push(...lines.map((text) => ({ number: (right += 1), text })));
    else {
      flush();
      for (const text of lines) {
        left += 1;
        right += 1;
        pairs.push({ kind: 'same', left: { number: left, text }, right: { number: right, text } });
      }
    }
  }
  flush();
  return withoutFarLines(pairs);
}

function withoutFarLines(pairs: readonly LinePair[]): LinePair[] {
  const near = new Set<number>();
  pairs.forEach(({ kind }, index) => {
    if (kind === 'changed')
      for (let at = index - CONTEXT; at <= index + CONTEXT; at += 1) near.add(at);
  });
  if (near.size === 0) return [];
  const kept: LinePair[] = [];
  let skipped = 0;
  const skip = (): void => {
    if (skipped > 0) kept.push({ kind: 'skip', count: skipped });
    skipped = 0;
  };
  pairs.forEach((pair, index) => {
    if (near.has(index)) {
      skip();
      kept.push(pair);
    } else skipped += 1;
  });
  skip();
  return kept;
}
