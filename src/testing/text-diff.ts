/** Lines that are compared one by one; of longer texts the first that differ are shown. */
const MAX_LINES = 600;
/** Equal lines around a difference. */
const CONTEXT = 2;

export interface DiffLine {
  /** `-` expected and not there, `+` there and not expected, `…` lines left out. */
  mark: '-' | '+' | ' ' | '…';
  text: string;
}

/** What must change for `expected` to become `actual`, line by line, with a little of what is equal around it. */
export function diffLines(expected: string, actual: string): DiffLine[] {
  const before = expected.split('\n').slice(0, MAX_LINES);
  const after = actual.split('\n').slice(0, MAX_LINES);
  const lengths = commonLengths(before, after);
  const lines: DiffLine[] = [];
  let one = 0;
  let other = 0;
  while (one < before.length || other < after.length) {
    const left = before[one];
    const right = after[other];
    if (left !== undefined && left === right) {
      lines.push({ mark: ' ', text: left });
      one += 1;
      other += 1;
    } else if (
      left !== undefined &&
      (right === undefined ||
        lengthAt(lengths, one + 1, other) >= lengthAt(lengths, one, other + 1))
    ) {
      lines.push({ mark: '-', text: left });
      one += 1;
    } else {
      lines.push({ mark: '+', text: right ?? '' });
      other += 1;
    }
  }
  return withoutTheEqual(lines);
}

function withoutTheEqual(lines: readonly DiffLine[]): DiffLine[] {
  const near = lines.map((_, at) =>
    lines
      .slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1)
      .some(({ mark }) => mark === '-' || mark === '+'),
  );
  return lines.flatMap((line, at): DiffLine[] => {
    if (near[at] === true) return [line];
    return at === 0 || near[at - 1] === true ? [{ mark: '…', text: '' }] : [];
  });
}

/** How long the longest common subsequence is of what is left from each place on. */
function commonLengths(before: readonly string[], after: readonly string[]): number[][] {
  const rows: number[][] = [];
  let below: number[] = Array.from({ length: after.length + 1 }, () => 0);
  for (let one = before.length - 1; one >= 0; one -= 1) {
    const row: number[] = Array.from({ length: after.length + 1 }, () => 0);
    for (let other = after.length - 1; other >= 0; other -= 1)
      row[other] =
        before[one] === after[other]
          ? (below[other + 1] ?? 0) + 1
          : Math.max(below[other] ?? 0, row[other + 1] ?? 0);
    rows[one] = row;
    below = row;
  }
  return rows;
}

function lengthAt(lengths: readonly number[][], one: number, other: number): number {
  return lengths[one]?.[other] ?? 0;
}
