import { describe, expect, it } from '@jest/globals';
import { docx, par, run } from '../../support/documents/docx.js';
import { openDocument } from '../../support/documents/open-document.js';
import { xlsx } from '../../support/documents/workbooks.js';
import { relationships, xml } from '../../support/documents/zip.js';
import { longXlsb } from './made/binary-workbook.js';
import { WordCount } from '../../../packages/document-converter/src/count/word-count.js';
import { convert } from '../../../packages/document-converter/src/convert.js';
import { type DocumentTree, paragraph } from '../../../packages/document-converter/src/tree.js';

function buildTree(...lines: string[]): DocumentTree {
  return { blocks: lines.map((line) => paragraph(line)), notes: [] };
}

function createWordCount(...texts: string[]): WordCount {
  const words = new WordCount();
  words.source('"a.xml"', () => texts);
  return words;
}

describe('the count of words', () => {
  it('nothing is lost where the tree has all letters, in whatever order and pieces', async () => {
    expect(
      await createWordCount('one two', 'thr', 'ee').lost(buildTree('three', 'two', 'one!')),
    ).toEqual([]);
  });

  it('words that the tree does not have are lost, with their place', async () => {
    const words = createWordCount('one two', 'three four', 'five');
    words.source('"b.xml"', () => ['one six']);
    expect(await words.lost(buildTree('one two five', 'one'))).toEqual([
      { place: '"a.xml"', text: 'three four' },
      { place: '"b.xml"', text: 'six' },
    ]);
  });

  it('words that a reader adds stand for none of the document', async () => {
    const words = createWordCount('Comment', 'text');
    words.own('Comment by Ada:');
    expect(await words.lost(buildTree('Comment by Ada: text'))).toEqual([
      { place: '"a.xml"', text: 'Comment' },
    ]);
  });

  it('text that is reported, or not shown, is not lost', async () => {
    const words = createWordCount('text', 'hidden here');
    words.know('hiddenhere');
    expect(await words.lost(buildTree('text'))).toEqual([]);
  });

  it('a word that stands there in parts, beside others that are doubled, is not lost', async () => {
    const words = createWordCount('Wor', 'ds', 'other');
    expect(await words.lost(buildTree('Words', 'other other'))).toEqual([]);
  });

  it('words of texts of which one is enough are found anywhere', async () => {
    const words = createWordCount('text');
    words.once('"chart.xml"', () => ['label', 'text', 'label', 'gone']);
    expect(await words.lost(buildTree('text', 'a label'))).toEqual([
      { place: '"chart.xml"', text: 'gone' },
    ]);
  });
});

const read = (bytes: Buffer, name: string) =>
  convert(bytes, name, { mediaPath: 'm/', fallback: false });
const UNKNOWN = 'Text of an unknown kind was left out';

describe('text of an unknown kind', () => {
  it('text of a part that no reader asks for is reported with the part', async () => {
    const bytes = docx(par(run('text')), {
      'word/_rels/document.xml.rels': relationships([['rId9', 'margins', 'margins1.xml']]),
      'word/margins1.xml': xml(
        '<w:margins xmlns:w="w"><w:p><w:r><w:t>beside</w:t></w:r></w:p></w:margins>',
      ),
      'word/unused1.xml': xml('<w:unused xmlns:w="w">nothing refers to it</w:unused>'),
    });
    expect(await read(bytes, 'a.docx')).toMatchObject({
      markdown: 'text\n',
      warnings: [`${UNKNOWN}: "beside" in "word/margins1.xml".`],
    });
  });

  it('text of each place is shortened, and five places are named', async () => {
    const parts = Array.from({ length: 7 }, (_, at) => at + 1);
    const bytes = docx(par(run('text')), {
      'word/_rels/document.xml.rels': relationships(
        parts.map((at) => [`rId1${at}`, 'margins', `margins${at}.xml`]),
      ),
      ...Object.fromEntries(
        parts.map((at) => [
          `word/margins${at}.xml`,
          xml(`<w:x xmlns:w="w">${`m${at} `.repeat(50)}</w:x>`),
        ]),
      ),
    });
    const { warnings } = await read(bytes, 'a.docx');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(
      / "(?:m\d ){20}…" in "word\/margins\d\.xml"; in 7 places in all\.$/,
    );
  });

  it('text between the cells of a sheet is reported with its part', async () => {
    const rows = '<row r="1"><c r="A1" t="str"><v>cell</v></c><strange>beside</strange></row>';
    expect(await read(xlsx(rows), 'a.xlsx')).toMatchObject({
      warnings: [`${UNKNOWN}: "beside" in "xl/worksheets/sheet1.xml".`],
    });
  });
});

describe('sheets', () => {
  it('headers of the pages of a sheet are reported without their codes', async () => {
    const bytes = longXlsb('S', [['cell']], { header: '&L&"Arial,Bold"Q&&A of 2026&R&P' });
    expect(await read(bytes, 'a.xlsb')).toMatchObject({
      warnings: ['Headers of pages were left out: "Q&A of 2026" of "S".'],
    });
  });

  it('a date of an OpenDocument sheet stands there as its value and as it is shown', async () => {
    const styles =
      '<office:document-styles><office:automatic-styles><number:date-style style:name="N1"><number:day/><number:month/><number:year/></number:date-style><style:style style:name="D" style:data-style-name="N1"/></office:automatic-styles></office:document-styles>';
    const cell = (shown: string) =>
      `<table:table-cell table:style-name="D" office:value-type="date" office:date-value="2026-03-05"><text:p>${shown}</text:p></table:table-cell>`;
    const table = `<table:table table:name="S"><table:table-row>${cell('Thu 05.03.26')}${cell('2026-03-05')}${cell('')}</table:table-row></table:table>`;
    const bytes = openDocument('spreadsheet', table, { 'styles.xml': styles });
    const { markdown } = await read(bytes, 'a.ods');
    expect(markdown).toContain('| 2026-03-05 (Thu 05.03.26) | 2026-03-05 | 2026-03-05 |');
  });

  it.each([
    ['of its column', '<table:table-column table:default-cell-style-name="D"/>', '', ''],
    ['of its row', '', 'table:default-cell-style-name="D"', ''],
    ['that its own has inherited', '', '', 'table:style-name="E"'],
    ['of none', '', '', ''],
  ])('a date is shown by the style %s', async (_, columns, row, cell) => {
    const styles =
      '<office:document-styles><office:automatic-styles><number:date-style style:name="N1"><number:day/><number:month/><number:year/></number:date-style><style:style style:name="D" style:data-style-name="N1"/><style:style style:name="E" style:parent-style-name="D"/></office:automatic-styles></office:document-styles>';
    const date = (shown: string) =>
      `<table:table-cell ${cell} office:value-type="date" office:date-value="2026-03-05"><text:p>${shown}</text:p></table:table-cell>`;
    const table = `<table:table table:name="S">${columns}<table:table-row ${row}>${date('05.03.26')}</table:table-row></table:table>`;
    const bytes = openDocument('spreadsheet', table, { 'styles.xml': styles });
    expect((await read(bytes, 'a.ods')).markdown).toContain('2026-03-05 (05.03.26)');
  });

  it('readings are shown where their cell shows them', async () => {
    const text = '<is><t>京</t><rPh sb="0" eb="1"><t>きょう</t></rPh></is>';
    const rows = `<row r="1"><c r="A1" t="inlineStr" ph="1">${text}</c><c r="B1" t="inlineStr">${text}</c></row>`;
    const { markdown } = await read(xlsx(rows), 'a.xlsx');
    expect(markdown).toMatch(/\| 京 \(きょう\) \| 京 +\|/);
  });
});
