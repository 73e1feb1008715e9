import { describe, expect, it } from '@jest/globals';
import { convert } from '../../../packages/document-converter/src/convert.js';
import { docx, item, par, run } from '../../support/documents/docx.js';
import { relationships, xml } from '../../support/documents/zip.js';

const read = (bytes: Buffer | string, name: string) =>
  convert(Buffer.from(bytes), name, { mediaPath: 'm/', fallback: false });
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const field = (instruction: string, form = '') =>
  `<w:r><w:fldChar w:fldCharType="begin">${form}</w:fldChar></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
const usual = '<w:ffData><w:textInput><w:default w:val="your name"/></w:textInput></w:ffData>';

describe('words that Word shows', () => {
  it.each([
    ['a button', par(field(' MACROBUTTON NoMacro [Click here] ')), '[Click here]\n'],
    ['a link by a button', par(field(' GOTOBUTTON mark go there')), 'go there\n'],
    ['a simple field', par('<w:fldSimple w:instr="MACROBUTTON x press"/>'), 'press\n'],
    ['a form without a result', par(field(' FORMTEXT ', usual)), 'your name\n'],
  ])('those of %s are kept', async (_, body, markdown) => {
    expect(await read(docx(body), 'a.docx')).toMatchObject({ markdown, warnings: [] });
  });

  it('a word as a bullet is kept, and a sign of a font is not', async () => {
    const list = (id: number, sign: string) =>
      `<w:abstractNum w:abstractNumId="${id}"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="${sign}"/></w:lvl></w:abstractNum>`;
    const numbering = xml(
      `<w:numbering ${W}>${list(1, 'Note:')}${list(2, 'o')}<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num></w:numbering>`,
    );
    const bytes = docx(item('one', 1) + par(run('x')) + item('two', 2), {
      'word/numbering.xml': numbering,
    });
    expect((await read(bytes, 'a.docx')).markdown).toBe('- Note: one\n\nx\n\n- two\n');
  });

  it('text that parts notes from the text is reported', async () => {
    const bytes = docx(par(run('text')), {
      'word/_rels/document.xml.rels': relationships([['rId1', 'footnotes', 'footnotes.xml']]),
      'word/footnotes.xml': xml(
        `<w:footnotes ${W}><w:footnote w:type="separator" w:id="0">${par(run('our notes'))}</w:footnote></w:footnotes>`,
      ),
    });
    expect((await read(bytes, 'a.docx')).warnings).toEqual([
      'Lines between notes and the text were left out: "our notes".',
    ]);
  });

  it('text that parts notes in RTF, and words across a page, are reported', async () => {
    const rtf = String.raw`{\rtf1{\*\ftnsep\chftnsep our notes}{\*\background{\shp{\*\shpinst{\sp{\sn gtextUNICODE}{\sv DRAFT}}}}}text\par}`;
    expect(await read(rtf, 'a.rtf')).toMatchObject({
      markdown: 'text\n',
      warnings: [
        'Lines between notes and the text were left out: "our notes".',
        'Headers of pages were left out: "DRAFT".',
      ],
    });
  });

  it.each([
    ['a button', String.raw`MACROBUTTON x [Click here]`, '', '[Click here]\n'],
    [
      'a form without a result',
      String.raw`FORMTEXT{\*\formfield{\fftype0{\*\ffdeftext your name}}}`,
      '',
      'your name\n',
    ],
    [
      'a form with a result',
      String.raw`FORMTEXT{\*\formfield{\fftype0{\*\ffdeftext your name}}}`,
      'Ada',
      'Ada\n',
    ],
  ])('those of %s in RTF are kept', async (_, instruction, result, markdown) => {
    const rtf = String.raw`{\rtf1 {\field{\*\fldinst ${instruction}}{\fldrslt ${result}}}\par}`;
    expect(await read(rtf, 'a.rtf')).toMatchObject({ markdown, warnings: [] });
  });
});
