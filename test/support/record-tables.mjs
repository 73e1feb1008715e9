/** @typedef {import('./records.ts').SuiteRecord} SuiteRecord */

const ADVERSARIAL_COLUMNS = [
  ['case', ({ group, name }) => `${group}: ${name}`],
  ['outcome', ({ outcome }) => outcome],
  ['ms after deadline', (row) => row.ended_after_deadline_ms ?? ''],
  ['peak MB', (row) => row.peak_mb ?? ''],
  ['', ({ ok }) => verdict(ok)],
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
 * adversarial with a row for each case. @param {SuiteRecord[]} records
 */
export function tablesOf(records) {
  return suitesOf(records)
    .map(([title, rows]) => `\n${headOf(title, rows)}\n${layOut(cellsOf(rows))}\n`)
    .join('');
}

/** A line for each suite, and below it the rows of what does not hold. @param {SuiteRecord[]} records */
export function summaryOf(records) {
  return suitesOf(records)
    .map(([title, rows]) => {
      const names = new Set(rows.filter(({ ok }) => !ok).map(({ name }) => name));
      const failed = rows.filter(({ name }) => names.has(name));
      const table = failed.length === 0 ? '' : `${layOut(cellsOf(failed))}\n`;
      return `${headOf(title, rows)}\n${table}`;
    })
    .join('');
}

function suitesOf(records) {
  return [
    ...Map.groupBy(records, ({ suite, language, sandbox }) =>
      suite === 'conformance'
        ? `conformance suite, sandbox ${sandbox}`
        : `${suite} suite, ${language}, sandbox ${sandbox}`,
    ),
  ];
}

function headOf(title, rows) {
  return `${title}: ${rows.filter(({ ok }) => ok).length} of ${rows.length} cases hold`;
}

function cellsOf(rows) {
  return rows[0].suite === 'conformance' ? conformanceCells(rows) : adversarialCells(rows);
}

function conformanceCells(rows) {
  const languages = languagesOf(rows);
  const behaviours = Map.groupBy(rows, ({ name }) => name);
  const cells = [...behaviours].map(([name, of]) => [
    name,
    ...languages.map((language) => verdict(of.find((row) => row.language === language)?.ok)),
    of[0].says,
  ]);
  return [['behaviour', ...languages, ''], ...cells];
}

function adversarialCells(rows) {
  const sorted = rows.toSorted((a, b) => a.group.localeCompare(b.group));
  return [ADVERSARIAL_COLUMNS.map(([head]) => head)].concat(
    sorted.map((row) => ADVERSARIAL_COLUMNS.map(([, cell]) => String(cell(row)))),
  );
}

/** The languages that there are records of, by name. @param {SuiteRecord[]} records */
export function languagesOf(records) {
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
