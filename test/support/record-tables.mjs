/** @typedef {import('./records.ts').SuiteRecord} SuiteRecord */

const ADVERSARIAL_COLUMNS = [
  ['case', ({ group, name }) => `${group}: ${name}`],
  ['outcome', ({ outcome }) => outcome],
  ['ms after deadline', (row) => row.ended_after_deadline_ms ?? ''],
  ['peak MB', (row) => row.peak_mb ?? ''],
  ['', ({ ok }) => verdict(ok)],
];

const MAX_CELL = 160;
const NEIGHBOURS_COLUMNS = [
  ['attack', ({ group, name }) => `${group}: ${name}`],
  ...['typescript', 'python', 'deploy', 'upload', 'stream', 'health', 'machine'].map((kind) => [
    kind,
    ({ waits, quiet }) => `${waits[kind].worst} ${waits[kind].p95}/${quiet[kind].p95}`,
  ]),
  ['', ({ ok }) => verdict(ok)],
  ['how it ended', ({ outcome, violations }) => [cut(outcome), ...violations.map(cut)].join(' | ')],
];

/**
 * Returns the records in `text`, one per line.
 * @returns {SuiteRecord[]}
 */
export function parseRecords(text) {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/**
 * Returns the tables of all suites as text: conformance with a row per behaviour and a column per language, adversarial
 * with a row per case, neighbours with a row per attack. The latter shows, for each kind of the victim's tasks, the
 * longest wait and, for the usual ones, p95 during the attack / without one, in ms.
 * @param {SuiteRecord[]} records
 */
export function formatTables(records) {
  return formatSuites(records)
    .map(([title, rows]) => `\n${formatHead(title, rows)}\n${layOut(formatCells(rows))}\n`)
    .join('');
}

/**
 * Returns a line for each suite, followed by its failed rows.
 * @param {SuiteRecord[]} records
 */
export function formatSummary(records) {
  return formatSuites(records)
    .map(([title, rows]) => {
      const names = new Set(rows.filter(({ ok }) => !ok).map(({ name }) => name));
      const failed = rows.filter(({ name }) => names.has(name));
      const table = failed.length === 0 ? '' : `${layOut(formatCells(failed))}\n`;
      return `${formatHead(title, rows)}\n${table}`;
    })
    .join('');
}

function formatSuites(records) {
  return [
    ...Map.groupBy(records, ({ suite, language, sandbox }) =>
      suite === 'conformance'
        ? `conformance suite, sandbox ${sandbox}`
        : suite === 'neighbours'
          ? `neighbour suite, sandbox ${sandbox}`
          : `${suite} suite, ${language}, sandbox ${sandbox}`,
    ),
  ];
}

function formatHead(title, rows) {
  return `${title}: ${rows.filter(({ ok }) => ok).length} of ${rows.length} cases hold`;
}

function formatCells(rows) {
  if (rows[0].suite === 'conformance') return conformanceCells(rows);
  if (rows[0].suite === 'neighbours') return cellsBy(NEIGHBOURS_COLUMNS, rows);
  const sorted = rows.toSorted((a, b) => a.group.localeCompare(b.group));
  return cellsBy(ADVERSARIAL_COLUMNS, sorted);
}

function conformanceCells(rows) {
  const languages = listLanguages(rows);
  const behaviours = Map.groupBy(rows, ({ name }) => name);
  const cells = [...behaviours].map(([name, of]) => [
    name,
    ...languages.map((language) => verdict(of.find((row) => row.language === language)?.ok)),
    of[0].says,
  ]);
  return [['behaviour', ...languages, ''], ...cells];
}

function cellsBy(columns, rows) {
  return [columns.map(([head]) => head)].concat(
    rows.map((row) => columns.map(([, cell]) => String(cell(row)))),
  );
}

function cut(text) {
  return text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}…` : text;
}

/**
 * Returns the languages in the records, by name.
 * @param {SuiteRecord[]} records
 */
export function listLanguages(records) {
  return [...new Set(records.map(({ language }) => language))].toSorted((a, b) =>
    a.localeCompare(b),
  );
}

/** Returns the verdict; cases that were not tried count as failed. */
function verdict(ok) {
  return ok === true ? 'ok' : 'FAIL';
}

export function layOut(cells) {
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  const pad = (cell, column) =>
    /^-?\d+$/.test(cell) ? cell.padStart(widths[column]) : cell.padEnd(widths[column]);
  return cells.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}
