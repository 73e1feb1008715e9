// Writes the results of CPython's own tests between the two marks of docs/python-tests.md.
import { readFile, writeFile } from 'node:fs/promises';

const PAGE = new URL('../../docs/python-tests.md', import.meta.url);
const BEGIN = '<!-- tests -->';
const END = '<!-- end of tests -->';

export async function writePage(rows) {
  const page = await readFile(PAGE, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const [, after] = rest.split(END);
  await writeFile(PAGE, `${before}${BEGIN}\n\n${formatTable(rows)}\n\n${END}${after}`);
}

function formatTable(rows) {
  const sum = (of) => rows.reduce((total, row) => total + of(row), 0);
  const bad = (row) => [...row.explained, ...row.unexplained];
  const lines = rows.map(
    (row) =>
      `| \`${row.module}\` | ${row.tests} | ${row.skipped} | ${bad(row).length || ''} | ${formatReasons(bad(row))} |`,
  );
  return [
    `**${sum((row) => row.tests)}** tests of ${rows.length} modules ran; ${sum((row) => bad(row).length)} do not pass.`,
    '',
    '| module | tests | skipped by themselves | do not pass | why |',
    '| --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}

function formatReasons(failed) {
  const counts = new Map();
  for (const { why, error } of failed)
    counts.set(why ?? error, (counts.get(why ?? error) ?? 0) + 1);
  return [...counts]
    .map(([why, count]) => (counts.size > 1 ? `${why} (${count})` : why))
    .join('; ')
    .replaceAll('|', '\\|');
}
