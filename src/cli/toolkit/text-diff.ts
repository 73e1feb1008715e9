import { structuredPatch } from 'diff';

/** Maximum number of edits. With more, both texts are shown in full. */
const MOST_EDITS = 500;
/** Number of unchanged lines shown around a change. */
const CONTEXT = 3;

/** One changed part of two texts. Each line begins with `-`, `+` or a space. */
export interface Hunk {
  /** Header, such as `@@ -8,7 +8,7 @@`. */
  header: string;
  /** First line of the hunk in the first text, from 1. */
  start: number;
  lines: string[];
}

/** Returns the line differences of two texts, with as few lines as possible. */
export function textDiff(from: string, to: string): Hunk[] {
  const [one, other] = [whole(from), whole(to)];
  const patch = structuredPatch('', '', one, other, '', '', {
    context: CONTEXT,
    maxEditLength: MOST_EDITS,
  });
  if (patch === undefined) return [wholes(one, other)];
  return patch.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
    header: formatHunkHeader(oldStart, oldLines, newStart, newLines),
    start: oldStart,
    lines,
  }));
}

/** Adds a missing final newline, which does not count as a difference. */
function whole(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function wholes(from: string, to: string): Hunk {
  const [before, after] = [from, to].map((text) => text.split('\n').slice(0, -1));
  const lines = [
    ...(before ?? []).map((line) => `-${line}`),
    ...(after ?? []).map((line) => `+${line}`),
  ];
  return {
    header: formatHunkHeader(1, before?.length ?? 0, 1, after?.length ?? 0),
    start: 1,
    lines,
  };
}

function formatHunkHeader(from: number, fromLines: number, to: number, toLines: number): string {
  return `@@ -${from},${fromLines} +${to},${toLines} @@`;
}
