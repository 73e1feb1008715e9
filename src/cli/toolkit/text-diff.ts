import { structuredPatch } from 'diff';

/** Beyond so many lines that are different, what was and what is are shown as wholes. */
const MOST_EDITS = 500;
/** Lines around a change that are shown with it. */
const CONTEXT = 3;

/** A part of two texts that is different, each line with `-`, `+` or a blank in front. */
export interface Hunk {
  /** `@@ -8,7 +8,7 @@` */
  header: string;
  /** First line of the first text that it is about, from 1 on. */
  start: number;
  lines: string[];
}

/** Returns where two texts differ, line by line, with the fewest lines; none where they are the same. */
export function textDiff(from: string, to: string): Hunk[] {
  const [one, other] = [whole(from), whole(to)];
  const patch = structuredPatch('', '', one, other, '', '', {
    context: CONTEXT,
    maxEditLength: MOST_EDITS,
  });
  if (patch === undefined) return [wholes(one, other)];
  return patch.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
    header: headerOf(oldStart, oldLines, newStart, newLines),
    start: oldStart,
    lines,
  }));
}

/** A missing end of the last line is no difference. */
function whole(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function wholes(from: string, to: string): Hunk {
  const [before, after] = [from, to].map((text) => text.split('\n').slice(0, -1));
  const lines = [
    ...(before ?? []).map((line) => `-${line}`),
    ...(after ?? []).map((line) => `+${line}`),
  ];
  return { header: headerOf(1, before?.length ?? 0, 1, after?.length ?? 0), start: 1, lines };
}

function headerOf(from: number, fromLines: number, to: number, toLines: number): string {
  return `@@ -${from},${fromLines} +${to},${toLines} @@`;
}
