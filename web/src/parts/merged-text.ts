import { diffArrays } from 'diff';

/** Two changes of one text, put together. */
export interface Together {
  text: string;
  /** Places at which both have changed the same lines; the text has both there, between marks. */
  conflicts: number;
}

/** A change: so many lines of the text before, from an index on, and what they have become. */
interface Change {
  at: number;
  removed: number;
  added: string[];
}

export const MARKS = { mine: '<<<<<<< mine', middle: '=======', theirs: '>>>>>>> theirs' } as const;

/** Puts two changes of one text together, line by line. */
export function together(before: string, mine: string, theirs: string): Together {
  const base = before.split('\n');
  const ours = changesOf(base, mine.split('\n'));
  const others = changesOf(base, theirs.split('\n'));
  const lines: string[] = [];
  let conflicts = 0;
  let at = 0;
  while (ours.length > 0 || others.length > 0) {
    const start = Math.min(ours[0]?.at ?? Infinity, others[0]?.at ?? Infinity);
    lines.push(...base.slice(at, start));
    const own: Change[] = [];
    const other: Change[] = [];
    let end = start;
    // All that touches what was taken belongs to the same place.
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

function changesOf(before: readonly string[], after: readonly string[]): Change[] {
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

/** Returns some lines of a text with the changes in them. */
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
