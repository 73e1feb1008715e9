import { describe, expect, it } from '@jest/globals';
import { convert } from '../../../packages/document-converter/src/convert.js';
import { Random } from '../../support/fuzz/random.js';
import { sized } from '../../support/size.js';
import {
  makeArchiveConstructs,
  makeBookConstructs,
  makeEpubConstructs,
  makeFeedConstructs,
} from './made/book-constructs.js';
import { Construction } from './made/constructs.js';
import {
  makeJsonConstructs,
  makeNotebookConstructs,
  makeTableConstructs,
} from './made/data-constructs.js';
import { makeMailConstructs } from './made/mail-constructs.js';
import { makePageConstructs, makeXhtmlConstructs } from './made/page-constructs.js';

// Checks the rule of docs/conversion.md on documents that contain all elements, fields and parts of the standards:
// every word is found once, as a separate word, or a warning says that it was left out. KEPT_SEED and KEPT_DOCUMENTS
// set the seed and the number of documents.
const SEED = Number(process.env['KEPT_SEED'] ?? 20_262);
const DOCUMENTS = Number(process.env['KEPT_DOCUMENTS'] ?? sized(500, 40));
const UNKNOWN = 'Text of an unknown kind was left out';
const WORDS = /(?<![\p{L}\p{N}])w\d+q(?![\p{L}\p{N}])/gu;
const MAKERS: Readonly<Record<string, (made: Construction) => Buffer>> = {
  html: makePageConstructs,
  xhtml: makeXhtmlConstructs,
  eml: makeMailConstructs,
  csv: makeTableConstructs,
  json: makeJsonConstructs,
  ipynb: makeNotebookConstructs,
  fb2: makeBookConstructs,
  epub: makeEpubConstructs,
  xml: makeFeedConstructs,
  zip: makeArchiveConstructs,
};

describe.each(Object.keys(MAKERS))('%s', (format) => {
  it.each(Array.from({ length: DOCUMENTS }, (_, index) => index))(
    `all words of a document of listed constructs are kept or reported: document %i of the seed ${SEED}`,
    async (index) => {
      const made = new Construction(new Random(SEED, index));
      const bytes = MAKERS[format]?.(made) ?? Buffer.alloc(0);
      // If everything is hidden, the document has no text and is refused.
      const options = { mediaPath: 'm/', fallback: false };
      if (made.seen.length === 0) return;
      const { markdown, warnings } = await convert(bytes, `a.${format}`, options);
      const shown = markdown.replaceAll(/\]\(m\/[^)]*\)/g, ']');
      expect((shown.match(WORDS) ?? []).toSorted()).toEqual(made.seen.toSorted());
      expect(markdown).not.toContain('prompt');
      const expected = [...new Set(made.unseen.map(({ warning }) => warning))];
      const isReported = (each: string) => warnings.some((one) => one.includes(each));
      expect(expected.filter((each) => !isReported(each))).toEqual([]);
      expect(warnings.filter((each) => each.includes(UNKNOWN))).toEqual([]);
    },
  );
});
