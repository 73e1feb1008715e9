import { expect, it } from '@jest/globals';
import { convert } from '../../../packages/document-converter/src/convert.js';
import { pdf } from '../../support/documents/pdf.js';
import { makeWideTable } from './made/wide-tables.js';
import { Random } from '../../support/fuzz/random.js';

const SEED = Number(process.env['KEPT_SEED'] ?? 20_263);
const DOCUMENTS = Number(process.env['KEPT_DOCUMENTS'] ?? 30);

it('the rows of wide tables and of tables of numbers stay whole on landscape pages', async () => {
  const torn: string[] = [];
  for (let index = 0; index < DOCUMENTS; index += 1) {
    const { width, lines, rules, rows } = makeWideTable(new Random(SEED, index));
    const options = { mediaPath: 'm/', fallback: false };
    const { markdown } = await convert(pdf([lines], { width, rules }), 'a.pdf', options);
    const found = markdown
      .split('\n')
      .filter((line) => line.startsWith('|') && !/^\|[-| ]+\|$/.test(line))
      .map((line) => line.replaceAll(/[|*\\\s]+/g, ' ').trim());
    const expected = rows.map((cells) => cells.join(' '));
    if (JSON.stringify(found) !== JSON.stringify(expected))
      torn.push(
        `document ${index}: ${expected.filter((row) => !found.includes(row)).length} of ${expected.length} rows\n${process.env['KEPT_SHOW'] === undefined ? '' : markdown}`,
      );
  }
  expect(torn).toEqual([]);
});
