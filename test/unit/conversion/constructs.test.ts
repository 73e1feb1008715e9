import { describe, expect, it } from '@jest/globals';
import { convert } from '../../../packages/document-converter/src/convert.js';
import { Random } from '../../support/fuzz/random.js';
import { sized } from '../../support/size.js';
import { Construction } from './made/constructs.js';
import { makeOdfConstructs, makeOdfSlideConstructs } from './made/odf-constructs.js';
import { makeRtfConstructs } from './made/rtf-constructs.js';
import { makeOdfSheetConstructs, makeSheetConstructs } from './made/sheet-constructs.js';
import { makeSlideConstructs } from './made/slide-constructs.js';
import { makeWordConstructs } from './made/word-constructs.js';

// Checks the rule of docs/conversion.md on documents that contain all elements of the standards: every word is found
// once, or a warning says that it was left out. KEPT_SEED and KEPT_DOCUMENTS set the seed and the number of documents.
const SEED = Number(process.env['KEPT_SEED'] ?? 20_262);
const DOCUMENTS = Number(process.env['KEPT_DOCUMENTS'] ?? sized(500, 40));
const UNKNOWN = 'Text of an unknown kind was left out';
const WORDS = /w\d+q/g;
const MAKERS: Readonly<Record<string, (made: Construction) => Buffer>> = {
  docx: makeWordConstructs,
  pptx: makeSlideConstructs,
  odt: makeOdfConstructs,
  odp: makeOdfSlideConstructs,
  rtf: makeRtfConstructs,
  xlsx: makeSheetConstructs,
  ods: makeOdfSheetConstructs,
};

describe.each(Object.keys(MAKERS))('%s', (format) => {
  it.each(Array.from({ length: DOCUMENTS }, (_, index) => index))(
    `all words of a document of listed elements are kept or reported: document %i of the seed ${SEED}`,
    async (index) => {
      const made = new Construction(new Random(SEED, index));
      const bytes = MAKERS[format]?.(made) ?? Buffer.alloc(0);
      // If everything is hidden, the document has no text and is refused.
      const options = { mediaPath: 'm/', fallback: false };
      const { markdown, warnings } =
        made.seen.length === 0
          ? { markdown: '', warnings: [] }
          : await convert(bytes, `a.${format}`, options);
      expect((markdown.match(WORDS) ?? []).toSorted()).toEqual(made.seen.toSorted());
      if (made.seen.length === 0) return;
      const expected = [...new Set(made.unseen.map(({ warning }) => warning))];
      expect(expected.filter((each) => !warnings.some((one) => one.startsWith(each)))).toEqual([]);
      const { strange } = made;
      const untold = warnings.filter((each) => each.startsWith(UNKNOWN));
      const isKept = strange === undefined || markdown.includes(strange);
      expect(untold.map((each) => each.includes(`"${strange}"`))).toEqual(isKept ? [] : [true]);
    },
  );
});
