import { describe, expect, it } from '@jest/globals';
import { withoutPlaces } from '../../../packages/document-converter/src/markdown/places.js';
import { convert } from '../../../packages/document-converter/src/convert.js';
import { MADE_FORMATS } from './made/made-formats.js';
import { collectExpected, makeParts } from './made/made.js';
import { Random } from '../../support/fuzz/random.js';
import { sized } from '../../support/size.js';

// Checks the rule of docs/conversion.md on random documents of all formats except PDF: all words, numbers, formulas and
// rows are kept once, and hidden content is reported. KEPT_SEED and KEPT_DOCUMENTS set the seed and the number of
// documents.
const SEED = Number(process.env['KEPT_SEED'] ?? 20_261);
const DOCUMENTS = Number(process.env['KEPT_DOCUMENTS'] ?? sized(500, 20));
/** Matches words and numbers, with superscripts. */
const WORDS = /\d+-\d+|\d+\.\d+|[a-z]+\d+(?:\^\d+)?|\d+|[^\s\d]*[a-z][^\s]*/g;

/** Returns the texts that occur more often in `texts` than in `from`, with both counts. */
function missing(texts: readonly string[], from: readonly string[]): string[] {
  const counts = (list: readonly string[]) => Map.groupBy(list, (text) => text);
  const known = counts(from);
  return [...counts(texts)].flatMap(([text, { length }]) => {
    const found = known.get(text)?.length ?? 0;
    return length > found ? [`${text}: ${length} times, not ${found}`] : [];
  });
}

function plain(markdown: string): string {
  return markdown
    .replaceAll(/<sup>(.*?)<\/sup>/g, '^$1')
    .replaceAll('<br>', ' ')
    .replaceAll(/\*\*|\\(?=[.\-*_])/g, '');
}

describe.each(Object.keys(MADE_FORMATS))('%s', (format) => {
  it.each(Array.from({ length: DOCUMENTS }, (_, index) => index))(
    `a random document keeps everything once or reports it: document %i of the seed ${SEED}`,
    async (index) => {
      const made = MADE_FORMATS[format];
      if (made === undefined) throw new Error(`there is no format ${format}`);
      const parts = makeParts(new Random(SEED, index), made.abilities);
      const expected = collectExpected(parts);
      const options = { mediaPath: 'm/', fallback: false };
      const { markdown, warnings } = await convert(made.write(parts), `a.${format}`, options);

      const formulas = (markdown.match(/\$[^$]+\$/g) ?? []).map((tex) => tex.replaceAll(' ', ''));
      expect(formulas.toSorted()).toEqual(expected.formulas.toSorted());

      const text = plain(withoutPlaces(markdown.replaceAll(/\$[^$]+\$/g, ' ')));
      const rows = text
        .split('\n')
        .filter((line) => line.startsWith('| '))
        .map((line) =>
          line
            .slice(1, -1)
            .split('|')
            .map((cell) => cell.replaceAll(/\s+/g, ' ').trim())
            .join(' | '),
        )
        .filter((line) => !/^[-| ]+$/.test(line));
      expect(rows).toEqual(expected.rows);

      const found = text.match(WORDS) ?? [];
      expect(missing(expected.words, found)).toEqual([]);
      expect(missing(found, expected.words)).toEqual([]);

      const reported = warnings.join('\n');
      expect(reported.includes('Hidden text was left out')).toBe(expected.hidden);
      expect(reported.includes('Text that a reviewer has deleted')).toBe(expected.deleted);
      expect(warnings).toHaveLength(Number(expected.hidden) + Number(expected.deleted));
    },
  );
});
