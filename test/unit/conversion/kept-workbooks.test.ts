import { expect, it } from '@jest/globals';
import { convert } from '../../../packages/document-converter/src/convert.js';
import { WORKBOOK_FORMATS } from './made/made-workbook-formats.js';
import { makeWorkbook, type MadeSheet, placedRows } from './made/made-workbook.js';
import { Random } from '../../support/fuzz/random.js';
import { sized } from '../../support/size.js';

// Checks the rule of docs/conversion.md on random workbooks: every cell is kept once and in its row, and hidden content
// is reported. KEPT_SEED and KEPT_DOCUMENTS set the seed and the number of workbooks.
const SEED = Number(process.env['KEPT_SEED'] ?? 20_262);
const DOCUMENTS = Number(process.env['KEPT_DOCUMENTS'] ?? sized(500, 50));

function listExpectedLines(sheets: readonly MadeSheet[]): string[] {
  return sheets.flatMap((sheet, index) => {
    const rows = placedRows(sheet);
    const tables = sheet.tables.flatMap((table) => {
      const used = Math.max(...table.map(({ cells }) => cells.findLastIndex(Boolean))) + 1;
      return table.map(({ cells }) =>
        cells
          .slice(0, used)
          .map((cell) =>
            cell?.link === undefined ? (cell?.shown ?? '') : `[${cell.shown}](${cell.link})`,
          )
          .join(' | '),
      );
    });
    const comments = rows.flatMap(({ y, row }) =>
      row.cells.flatMap((cell, x) =>
        cell?.comment === undefined
          ? []
          : [`Comment at ${'ABCDEFGH'[x]}${y + 1}: ${cell.comment.text}`],
      ),
    );
    return [`<!-- sheet ${index + 1} -->`, `## ${sheet.name}`, ...tables, ...comments];
  });
}

/** Returns the lines of the Markdown without layout. */
function plainLines(markdown: string): string[] {
  return markdown
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\|[-| ]+\|$/.test(line.replaceAll(/ {2,}/g, ' ')))
    .map((line) =>
      line.startsWith('| ')
        ? line
            .slice(1, -1)
            .split('|')
            .map((cell) => cell.replaceAll('<br>', ' ').trim())
            .join(' | ')
        : line.replace(
            /^- \*\*Comment by Ann Lee:\*\* at ([A-H]\d+) \(".*"\): /,
            'Comment at $1: ',
          ),
    );
}

it.each(Array.from({ length: DOCUMENTS }, (_, index) => index))(
  `a random workbook keeps each cell in its row and reports hidden parts: document %i of the seed ${SEED}`,
  async (index) => {
    const formats = Object.entries(WORKBOOK_FORMATS);
    const format = formats[index % formats.length];
    if (format === undefined) throw new Error('there is no format');
    const [ending, { hidesRows, write }] = format;
    const sheets = makeWorkbook(new Random(SEED, index), hidesRows);
    const { markdown, warnings } = await convert(write(sheets), `a.${ending}`, {
      mediaPath: 'm/',
      fallback: false,
    });
    expect(plainLines(markdown)).toEqual(listExpectedLines(sheets));
    const hides = (text: string) => warnings.some((warning) => warning.startsWith(text));
    const columns = sheets.some(({ hiddenColumns, tables }) =>
      hiddenColumns.some((x) => tables.flat().some(({ cells }) => cells[x])),
    );
    const rows = sheets.some(({ tables }) => tables.flat().some(({ hidden }) => hidden));
    const whole = sheets.some(({ hidden }) => hidden);
    expect(hides('Hidden columns were kept: ')).toBe(columns);
    expect(hides('Hidden or filtered rows were kept: ')).toBe(rows);
    expect(hides('Hidden sheets were kept: ')).toBe(whole);
    expect(warnings).toHaveLength([columns, rows, whole].filter(Boolean).length);
  },
);
