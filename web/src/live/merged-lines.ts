import type { LogLine } from '../api/types.js';

/** Merges lines in order, without duplicates. Of a line that was continued, only the latest state remains. */
export function mergedLines(lines: readonly LogLine[], more: readonly LogLine[]): LogLine[] {
  const merged = inOrder(lines, more);
  return more.some(({ line }) => line !== undefined) ? withoutEarlier(merged) : merged;
}

function inOrder(lines: readonly LogLine[], more: readonly LogLine[]): LogLine[] {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return [...more];
  if ((more[0]?.seq ?? 0) > last.seq) return [...lines, ...more];
  if ((more.at(-1)?.seq ?? 0) < first.seq) return [...more, ...lines];
  const bySeq = new Map([...lines, ...more].map((line) => [line.seq, line]));
  return [...bySeq.values()].toSorted((one, other) => one.seq - other.seq);
}

function withoutEarlier(lines: readonly LogLine[]): LogLine[] {
  const newest = new Map(lines.map((line) => [buildLineKey(line), line]));
  return lines.filter((line) => line.line === undefined || newest.get(buildLineKey(line)) === line);
}

function buildLineKey({ attempt, line }: LogLine): string {
  return `${attempt} ${line}`;
}
