import { expect, it } from '@jest/globals';
import { convert } from '../../../packages/document-converter/src/convert.js';
import { pdf } from '../../support/documents/pdf.js';
import { Random } from '../../support/fuzz/random.js';
import { sized } from '../../support/size.js';
import { foundIn, makeLayout } from './made/made-layout.js';

// The structure of untagged PDFs is guessed. These random documents measure how often the guess is right.
const SEED = 20_260;
const DOCUMENTS = sized(200, 40);
/** Minimum percentages of correct guesses. The measured values were 100, 100 and 99.2 when these were set. */
const LEAST = { headings: 99, levels: 99, rows: 98 };

const share = ({ right, of }: { right: number; of: number }): number => (100 * right) / of;
const splitWords = (text: string): string[] =>
  text
    .replaceAll(/<!--.*?-->|<br>|^ *- /gm, ' ')
    .replaceAll(/[|#*\\]|-{3,}/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');

it('the headings, their levels and the rows of documents that are made at random are found, and no word is lost', async () => {
  const all = {
    headings: { right: 0, of: 0, wrong: 0 },
    levels: { right: 0, of: 0 },
    rows: { right: 0, of: 0 },
  };
  for (let index = 0; index < DOCUMENTS; index += 1) {
    const made = makeLayout(new Random(SEED, index));
    const bytes = pdf(made.pages, { pageRules: made.rules });
    const { markdown } = await convert(bytes, 'a.pdf', { mediaPath: 'm/', fallback: false });
    const { headings, levels, rows } = foundIn(markdown, made);
    all.headings.wrong += headings.wrong;
    for (const [part, of] of [
      [all.headings, headings],
      [all.levels, levels],
      [all.rows, rows],
    ] as const) {
      part.right += of.right;
      part.of += of.of;
    }
    const left = Map.groupBy(splitWords(markdown), (word) => word);
    const lost = made.words.filter(
      (word) => word !== '\u0095' && left.get(word)?.pop() === undefined,
    );
    expect(lost).toEqual([]);
  }
  expect(share(all.headings)).toBeGreaterThan(LEAST.headings);
  expect(share(all.levels)).toBeGreaterThan(LEAST.levels);
  expect(share(all.rows)).toBeGreaterThan(LEAST.rows);
  expect(all.headings.wrong).toBeLessThanOrEqual(DOCUMENTS / 20);
});
