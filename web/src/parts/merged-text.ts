import { diffArrays } from 'diff';

/** Result of merging two changes of a text. */
export interface Together {
  text: string;
  /** Number of places that both changed in different ways; the text contains both versions between conflict marks. */
  conflicts: number;
}

/** A change: the number of lines removed at an index, and the lines added there. */
interface Change {
  at: number;
  removed: number;
  added: string[];
}

export const MARKS = { mine: '<<<<<<< mine', middle: '=======', theirs: '>>>>>>> theirs' } as const;

/** Merges two changes of a text line by line. */
export function together(before: string, mine: string, theirs: string): Together {
  const base = before.split('\n');
  const ours = computeChanges(base, mine.split('\n'));
  const others = computeChanges(base, theirs.split('\n'));
  const lines: string[] = [];
  let conflicts = 0;
  let at = 0;
  while (ours.length > 0 || others.length > 0) {
    const start = Math.min(ours[0]?.at ?? Infinity, others[0]?.at ?? Infinity);
    lines.push(...base.slice(at, start));
    const own: Change[] = [];
    const other: Change[] = [];
    let end = start;
    // Changes that touch the collected range belong to the same place.
    for (let grows = true; grows;) {
      grows = false;
      for (const [from, to] of [
        [ours, own],
        [others, other],
      ] as const)
        while (from[0] !== undefined && from[0].at <= end) {
          const next = from.shift();
          if (next === undefined) break;
          to.push(next);
          end = Math.max(end, next.at + next.removed);
          grows = true;
        }
    }
    const [one, two] = [applied(base, start, end, own), applied(base, start, end, other)];
    if (other.length === 0 || same(one, two)) lines.push(...one);
    else if (own.length === 0) lines.push(...two);
    else {
      conflicts += 1;
      lines.push(MARKS.mine, ...one, MARKS.middle, ...two, MARKS.theirs);
    }
    at = end;
  }
  return { text: [...lines, ...base.slice(at)].join('\n'), conflicts };
}

function computeChanges(before: readonly string[], after: readonly string[]): Change[] {
  const changes: Change[] = [];
  let at = 0;
  let open: Change | null = null;
  for (const { value, added, removed } of diffArrays([...before], [...after])) {
    if (!added && !removed) {
      open = null;
      at += value.length;
      continue;
    }
    if (open === null) changes.push((open = { at, removed: 0, added: [] }));
    if (added) open.added.push(...value);
    else {
      open.removed += value.length;
      at += value.length;
    }
  }
  return changes;
}

/** Returns a range of lines with changes applied. */
function applied(
  base: readonly string[],
  from: number,
  to: number,
  changes: readonly Change[],
): string[] {
  const lines: string[] = [];
  let at = from;
  for (const change of changes) {
    lines.push(...base.slice(at, change.at), ...change.added);
    at = change.at + change.removed;
  }
  return [...lines, ...base.slice(at, to)];
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, index) => line === other[index]);
}
