// Reads and writes the results of the packages between the two marks of docs/packages.md.
import { readFile, writeFile } from 'node:fs/promises';

const PAGE = new URL('../../docs/packages.md', import.meta.url);
const BEGIN = '<!-- packages -->';
const END = '<!-- end of packages -->';

/** Returns the names of the packages that run according to the page. */
export async function readRunning() {
  const page = await readFile(PAGE, 'utf8');
  return new Set(Array.from(page.matchAll(/^\| `(\S+)` +\| yes /gm), ([, name]) => name));
}

export async function writeTable(rows) {
  const page = await readFile(PAGE, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const [, after] = rest.split(END);
  await writeFile(PAGE, `${before}${BEGIN}\n\n${formatTable(rows)}\n\n${END}${after}`);
}

export function formatTable(rows) {
  const good = rows.filter(({ runs }) => runs).length;
  const share = Math.round((good / rows.length) * 100);
  const lines = rows.map(
    ({ name, runs, why, bytes }) =>
      `| \`${name}\` | ${runs ? 'yes' : 'no'} | ${bytes > 0 ? `${Math.ceil(bytes / 1000)} kB` : '—'} | ${cell(why)} |`,
  );
  return [
    `**${good} of ${rows.length}** run (${share} %).`,
    '',
    '| package | runs | bundle | why not |',
    '| --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}

function cell(text) {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim();
}
