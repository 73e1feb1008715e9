import { describe, expect, it } from '@jest/globals';
import { convert } from '../../../packages/document-converter/src/convert.js';
import { docx, par, run, table } from '../../support/documents/docx.js';
import { relationships, xml } from '../../support/documents/zip.js';

// A field or a group that does not end is no reason to drop the text after it.

const read = (bytes: Buffer | string, name: string) =>
  convert(Buffer.from(bytes), name, { mediaPath: 'm/', fallback: false });
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const field = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const instruction = (text: string) => `<w:r><w:instrText>${text}</w:instrText></w:r>`;
const BEGIN = field('begin') + instruction(' PAGE ');
const deleted = (content: string) => `<w:del w:id="1">${content}</w:del>`;

describe('a field of Word that does not end', () => {
  it.each([
    ['in a paragraph', par(BEGIN + run('one')) + par(run('two')), 'one\n\ntwo\n'],
    [
      'in a cell',
      table([[par(BEGIN), 'one']]) + par(run('two')),
      '|     | one |\n| --- | --- |\n\ntwo\n',
    ],
    [
      'in a link',
      par(`<w:hyperlink r:id="rId6">${BEGIN}${run('one')}</w:hyperlink>`) + par(run('two')),
      '[one](https://example.com/a?b=1&c=%282%29)\n\ntwo\n',
    ],
    [
      'in an instruction',
      par(BEGIN + BEGIN + run('gone') + field('end') + run('one')) + par(run('two')),
      'one\n\ntwo\n',
    ],
    [
      'since its end is deleted',
      par(BEGIN + deleted(field('separate') + field('end'))) + par(run('one')),
      'one\n',
    ],
    [
      'since its end has moved',
      par(BEGIN + `<w:moveFrom w:id="1">${field('end')}</w:moveFrom>` + run('one')),
      'one\n',
    ],
  ])('%s leaves the text that follows', async (_, body, markdown) => {
    expect(await read(docx(body), 'a.docx')).toMatchObject({ markdown, warnings: [] });
  });

  it('hidden text in its instruction is reported', async () => {
    const { markdown, warnings } = await read(
      docx(par(run('one') + BEGIN + run('two', '<w:vanish/>')) + par(run('three'))),
      'a.docx',
    );
    expect(markdown).toBe('one\n\nthree\n');
    expect(warnings).toEqual(['Hidden text was left out: after "one".']);
  });

  it('one in a note leaves that and the next', async () => {
    const note = (id: number, content: string) =>
      `<w:footnote w:id="${id}">${par(content)}</w:footnote>`;
    const refer = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
    const bytes = docx(par(run('text') + refer(2) + refer(3)), {
      'word/_rels/document.xml.rels': relationships([['rId1', 'footnotes', 'footnotes.xml']]),
      'word/footnotes.xml': xml(
        `<w:footnotes ${W}>${note(2, BEGIN + run('one'))}${note(3, run('two'))}</w:footnotes>`,
      ),
    });
    expect((await read(bytes, 'a.docx')).markdown).toBe('text[^1][^2]\n\n[^1]: one\n\n[^2]: two\n');
  });
});

describe('a field of Word that ends', () => {
  it.each([
    [
      'its instruction is not text',
      par(run('a') + BEGIN + run('gone') + field('separate') + run('3') + field('end')),
      'a3\n',
    ],
    [
      'a deleted one says nothing',
      par(run('a') + deleted(field('begin') + instruction(' DOCPROPERTY Client ') + field('end'))),
      'a\n',
    ],
    [
      'its result may go on in the next paragraph',
      par(BEGIN + field('separate') + run('one')) + par(run('two') + field('end') + run('three')),
      'one\n\ntwothree\n',
    ],
  ])('a field of Word that ends, %s', async (_, body, markdown) => {
    expect(await read(docx(body), 'a.docx')).toMatchObject({ markdown, warnings: [] });
  });
});

describe('a group of RTF that does not end', () => {
  it.each([
    ['an instruction', String.raw`{\field{\*\fldinst PAGE `],
    ['a group of an unknown kind', String.raw`{\*\unknown `],
    ['a bookmark', String.raw`{\*\bkmkstart `],
  ])('%s is reported with what follows it', async (_, group) => {
    const { warnings } = await read(String.raw`{\rtf1 text\par ${group}one\par two\par}`, 'a.rtf');
    expect(warnings).toContainEqual(
      expect.stringMatching(/^A group that does not end was left out: ".*onetwo"\.$/),
    );
  });
});
