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

/** The records that a run of suites has left in `text`, one a line. @returns {SuiteRecord[]} */
export function parseRecords(text) {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/**
 * The tables of all suites as text: conformance with a row for each behaviour and a column for each language,
 * adversarial with a row for each case, neighbours with a row for each attack: of each kind of the victim's work the
 * worst wait and, of the usual ones, p95 during the attack / without one, in ms. @param {SuiteRecord[]} records
 */
export function formatTables(records) {
  return formatSuites(records)
    .map(([title, rows]) => `\n${formatHead(title, rows)}\n${layOut(formatCells(rows))}\n`)
    .join('');
}

/** A line for each suite, and below it the rows of what does not hold. @param {SuiteRecord[]} records */
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

/** The languages that there are records of, by name. @param {SuiteRecord[]} records */
export function listLanguages(records) {
  return [...new Set(records.map(({ language }) => language))].toSorted((a, b) =>
    a.localeCompare(b),
  );
}

/** A case that was not tried holds as little as one that has failed. */
function verdict(ok) {
  return ok === true ? 'ok' : 'FAIL';
}

export function layOut(cells) {
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  const pad = (cell, column) =>
    /^-?\d+$/.test(cell) ? cell.padStart(widths[column]) : cell.padEnd(widths[column]);
  return cells.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}
