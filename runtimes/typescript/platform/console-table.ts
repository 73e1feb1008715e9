/** The required parts of Node's `util`. */
interface Shown {
  inspect: (value: unknown, options: object) => string;
  /** Returns the number of columns that a text takes. */
  measureWidth: (text: string) => number;
}

const INDEX = '(index)';
const ITERATION = '(iteration index)';
const KEY = 'Key';
const VALUES = 'Values';

/** Returns the table of `console.table`, as in Node. Throws a TypeError if `columns` is not an array. */
export function tableText(
  data: object,
  columns: unknown,
  { inspect, measureWidth }: Shown,
): string {
  if (columns !== undefined && !Array.isArray(columns))
    throw new TypeError('The "properties" argument must be an instance of Array.');
  const show = (value: unknown): string => {
    const many =
      value !== null &&
      typeof value === 'object' &&
      !Array.isArray(value) &&
      Object.keys(value).length > 2;
    return inspect(value, { depth: many ? -1 : 0, maxArrayLength: 3, breakLength: Infinity });
  };
  const render = (head: string[], cells: string[][]): string => drawn(head, cells, measureWidth);
  if (data instanceof Map) {
    const entries = [...(data as Map<unknown, unknown>)];
    return render(
      [ITERATION, KEY, VALUES],
      [
        entries.map((_, index) => show(index)),
        entries.map(([key]) => show(key)),
        entries.map(([, value]) => show(value)),
      ],
    );
  }
  if (data instanceof Set || isIterator(data)) {
    const values = [...(data as Iterable<unknown>)];
    return render([ITERATION, VALUES], [values.map((_, index) => show(index)), values.map(show)]);
  }
  const rows = Object.keys(data);
  const found = new Map<string, string[]>();
  const plain: string[] = [];
  for (const [at, row] of rows.entries()) {
    const item = (data as Record<string, unknown>)[row];
    if (item === null || (typeof item !== 'object' && typeof item !== 'function')) {
      plain[at] = show(item);
      continue;
    }
    for (const name of (columns as unknown[] | undefined) ?? Object.keys(item)) {
      const key = String(name);
      const cells = found.get(key) ?? [];
      found.set(key, cells);
      cells[at] = Object.hasOwn(item, key) ? show((item as Record<string, unknown>)[key]) : '';
    }
  }
  const more = plain.length === 0 ? [] : [plain];
  return render(
    [INDEX, ...found.keys(), ...more.map(() => VALUES)],
    [rows, ...found.values(), ...more],
  );
}

/**
 * Returns whether a value is an iterator of a map or set. Of maps, only iterators over keys or values yield data that
 * fits into a column.
 */
function isIterator(value: object): boolean {
  return /^\[object (?:Set|Map) Iterator\]$/.test(Object.prototype.toString.call(value));
}

function drawn(head: string[], columns: string[][], widthOf: (text: string) => number): string {
  const count = Math.max(...columns.map(({ length }) => length));
  const rows = Array.from({ length: count }, (_, at) => columns.map((cells) => cells[at] ?? ''));
  const widths = head.map((title, at) =>
    rows.reduce((most, row) => Math.max(most, widthOf(row[at] ?? '')), widthOf(title)),
  );
  const rule = (left: string, middle: string, right: string): string =>
    left + widths.map((width) => '─'.repeat(width + 2)).join(middle) + right;
  const line = (cells: string[]): string =>
    `│ ${cells.map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - widthOf(cell))).join(' │ ')} │`;
  return [
    rule('┌', '┬', '┐'),
    line(head),
    rule('├', '┼', '┤'),
    ...rows.map(line),
    rule('└', '┴', '┘'),
  ].join('\n');
}
