import { expect, it } from '@jest/globals';
import { convert } from '../../../packages/document-converter/src/convert.js';
import { makePdf } from './made/made-pdf.js';
import { pdf } from '../../support/documents/pdf.js';
import { Random } from '../../support/fuzz/random.js';
import { sized } from '../../support/size.js';

// Checks the rule of docs/conversion.md on random PDFs: their text is kept once and in order, or a warning says that it
// is not. KEPT_SEED and KEPT_DOCUMENTS set the seed and the number of documents.
const SEED = Number(process.env['KEPT_SEED'] ?? 20_260);
const DOCUMENTS = Number(process.env['KEPT_DOCUMENTS'] ?? sized(500, 50));

function counted(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Returns the words that occur more often in the first list. */
function more(some: readonly string[], others: readonly string[]): string[] {
  const known = counted(others);
  return [...counted(some)].flatMap(([word, count]) =>
    count > (known.get(word) ?? 0) ? [`${word} ${count} times, not ${known.get(word) ?? 0}`] : [],
  );
}

it.each(Array.from({ length: DOCUMENTS }, (_, index) => index))(
  `a random PDF keeps every word and number once and in order: document %i of the seed ${SEED}`,
  async (index) => {
    const { pages, width, words, running, rows, headings, order } = makePdf(
      new Random(SEED, index),
    );
    const options = { mediaPath: 'm/', fallback: false };
    const { markdown, warnings } = await convert(pdf(pages, { width }), 'a.pdf', options);
    const places = markdown.match(/<!-- page \d+ -->/g);
    expect(places).toEqual(pages.map((_, page) => `<!-- page ${page + 1} -->`));
    const lines = markdown
      .replaceAll(/^ *<!-- page \d+ -->$/gm, '')
      .split('\n')
      .map((line) =>
        line
          .replaceAll(/[|#*\\]|<br>|-{3,}/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      );
    const found = lines.flatMap((line) => line.split(' ')).filter((word) => word !== '');
    // A row is in one line; a line may contain several fields.
    const text = lines.join('\n');
    expect(
      more(
        rows,
        rows.flatMap((row) => Array(text.split(row).length - 1).fill(row)),
      ),
    ).toEqual([]);
    expect(more(words, found)).toEqual([]);
    expect(more(found, [...words, ...running])).toEqual([]);
    expect(found.filter((word) => /^at\d{4}$/.test(word))).toEqual(order);
    expect(markdown.match(/(?<=^#+ ).*/gm) ?? []).toEqual(headings);
    // Only text that a warning names may be missing.
    const lost = more(running, found);
    if (warnings.length === 0) expect(lost).toEqual([]);
    expect(warnings.filter((text) => !/^(Headers and footers|Page numbers) /.test(text))).toEqual(
      [],
    );
  },
);
