/** A line of a difference: kept, gone or new. */
export interface DiffLine {
  kind: ' ' | '-' | '+';
  text: string;
}

/** Beyond so many lines that are different, what was and what is are told as wholes. */
const MOST_EDITS = 500;
/** Lines around a change that are told with it. */
const CONTEXT = 3;

/** Hunks of a unified difference of two texts, each with its `@@ … @@`. Empty where they are the same. */
export function unifiedDiff(from: string, to: string): string[] {
  const lines = diffLines(linesOf(from), linesOf(to));
  const near = lines.map((_, index) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ kind }) => kind !== ' '),
  );
  const told: string[] = [];
  const at = { from: 1, to: 1 };
  for (let index = 0; index < lines.length;) {
    const end = near.indexOf(!(near[index] ?? false), index);
    const block = lines.slice(index, end === -1 ? lines.length : end);
    const size = {
      from: block.filter(({ kind }) => kind !== '+').length,
      to: block.filter(({ kind }) => kind !== '-').length,
    };
    if (near[index] === true)
      told.push(
        `@@ -${at.from},${size.from} +${at.to},${size.to} @@`,
        ...block.map(({ kind, text }) => kind + text),
      );
    at.from += size.from;
    at.to += size.to;
    index += block.length;
  }
  return told;
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** The fewest lines that lead from one to the other (Myers), in order. */
function diffLines(from: readonly string[], to: readonly string[]): DiffLine[] {
  let head = 0;
  while (head < from.length && head < to.length && from[head] === to[head]) head += 1;
  let tail = 0;
  const shortest = Math.min(from.length, to.length) - head;
  while (tail < shortest && from.at(-1 - tail) === to.at(-1 - tail)) tail += 1;
  const keep = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind: ' ', text }));
  return [
    ...keep(from.slice(0, head)),
    ...edits(from.slice(head, from.length - tail), to.slice(head, to.length - tail)),
    ...keep(from.slice(from.length - tail)),
  ];
}

/** How far along `from` each diagonal was come to with so many edits. */
type Reached = ReadonlyMap<number, number>;

function edits(from: readonly string[], to: readonly string[]): DiffLine[] {
  const reached: Reached[] = [new Map([[1, 0]])];
  for (let cost = 0; cost <= Math.min(MOST_EDITS, from.length + to.length); cost += 1) {
    const now = new Map<number, number>();
    for (let diagonal = -cost; diagonal <= cost; diagonal += 2) {
      let { x } = step(reached[cost], diagonal, cost);
      while (x < from.length && x - diagonal < to.length && from[x] === to[x - diagonal]) x += 1;
      now.set(diagonal, x);
      if (x >= from.length && x - diagonal >= to.length) return backtrack(from, to, reached);
    }
    reached.push(now);
  }
  return [
    ...from.map((text): DiffLine => ({ kind: '-', text })),
    ...to.map((text): DiffLine => ({ kind: '+', text })),
  ];
}

/** Where the way along a diagonal begins: from above, which takes a line of `to`, or from the left. */
function step(
  before: Reached | undefined,
  diagonal: number,
  cost: number,
): { x: number; above: boolean } {
  const left = before?.get(diagonal - 1) ?? -1;
  const up = before?.get(diagonal + 1) ?? -1;
  const above = diagonal === -cost || (diagonal !== cost && left < up);
  return { x: above ? up : left + 1, above };
}

function backtrack(
  from: readonly string[],
  to: readonly string[],
  reached: readonly Reached[],
): DiffLine[] {
  const lines: DiffLine[] = [];
  let x = from.length;
  let y = to.length;
  for (let cost = reached.length - 1; cost >= 0; cost -= 1) {
    const begin = step(reached[cost], x - y, cost);
    for (; x > begin.x; x -= 1, y -= 1) lines.push({ kind: ' ', text: from[x - 1] ?? '' });
    if (cost === 0) break;
    if (begin.above) {
      y -= 1;
      lines.push({ kind: '+', text: to[y] ?? '' });
    } else {
      x -= 1;
      lines.push({ kind: '-', text: from[x] ?? '' });
    }
  }
  return lines.toReversed();
}
