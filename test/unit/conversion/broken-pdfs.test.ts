import { describe, expect, it } from '@jest/globals';
import { convert } from '../../../packages/document-converter/src/convert.js';
import { BROKEN_PDFS, PAGE_TEXTS, WHOLE_PDF } from '../../support/documents/broken-pdfs.js';

const REPAIRED = 'The PDF is damaged: what could be read of it was kept.';
const options = { mediaPath: 'm/', fallback: false };
const ALL = `${PAGE_TEXTS.map((text, at) => `<!-- page ${at + 1} -->\n\n${text}`).join('\n\n')}\n`;

/** Files whose table or list of pages is wrong or missing. */
const REBUILT = [
  'a table whose places are all wrong',
  'a table whose places are all nothing',
  'a table that begins with the wrong number',
  'startxref that leads nowhere',
  'no end of file and no table',
  'no endobj and a wrong table',
  'a header that is missing',
  'a linearized file that is cut off',
  'a file that ends after its last page',
  'a tree of pages with a wrong count',
  'a tree of pages with one that is missing',
  'a trailer whose root is missing',
];

describe('a PDF that breaks the rules as readers put up with', () => {
  it.each(Object.entries(BROKEN_PDFS))('every page of one with %s is kept', async (_, make) => {
    const { markdown, warnings } = await convert(make(), 'a.pdf', options);
    expect(markdown).toBe(ALL);
    expect(warnings.filter((warning) => warning !== REPAIRED)).toEqual([]);
  });

  it.each(REBUILT)('a warning says that one with %s is damaged', async (title) => {
    const { warnings } = await convert(BROKEN_PDFS[title]?.() ?? Buffer.alloc(0), 'a.pdf', options);
    expect(warnings).toEqual([REPAIRED]);
  });

  it('a whole PDF is not reported as damaged, whatever stands before its header and after its end', async () => {
    for (const bytes of [
      WHOLE_PDF(),
      Buffer.concat([Buffer.from('x\n'), WHOLE_PDF(), Buffer.alloc(9)]),
    ])
      expect((await convert(bytes, 'a.pdf', options)).warnings).toEqual([]);
  });

  it('a PDF that is cut off anywhere keeps the pages before that, or is refused as damaged', async () => {
    const whole = WHOLE_PDF();
    for (let end = whole.length; end > 200; end -= 97) {
      const cut = whole.subarray(0, end);
      const read = await convert(cut, 'a.pdf', options).catch((error: unknown) => String(error));
      const isThere = (text: string) => cut.includes(`(${text}) Tj`);
      if (typeof read === 'string') {
        expect(read).toMatch(/The PDF is damaged|has no text/);
        expect(PAGE_TEXTS.filter(isThere)).toEqual([]);
      } else
        expect(PAGE_TEXTS.filter((text) => isThere(text) && !read.markdown.includes(text))).toEqual(
          [],
        );
    }
  });
});
