import { describe, expect, it } from '@jest/globals';
import { convert } from '../../../packages/document-converter/src/convert.js';
import { Losses } from '../../../packages/document-converter/src/input/losses.js';
import { Book } from '../../../packages/document-converter/src/sheets/book.js';
import { Row } from '../../../packages/document-converter/src/sheets/grid.js';
import { workbook, xlsx } from '../../support/documents/workbooks.js';
import { openDocument } from '../../support/documents/open-document.js';
import { PIXEL, relationships } from '../../support/documents/zip.js';

const read = (bytes: Buffer, name: string) =>
  convert(bytes, name, { mediaPath: 'm/', fallback: false });
const cell = (place: string, text: string) =>
  `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
const PLACE = '<xdr:from><xdr:col>1</xdr:col><xdr:row>6</xdr:row></xdr:from>';
const anchor = (shape: string) => `<xdr:twoCellAnchor>${PLACE}${shape}</xdr:twoCellAnchor>`;
const NAMESPACES =
  'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"';
const paragraph = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;
const frame = (id: string, descr: string) =>
  anchor(
    `<xdr:graphicFrame><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="x" descr="${descr}"/></xdr:nvGraphicFramePr><a:graphic><a:graphicData><c:chart r:id="${id}"/></a:graphicData></a:graphic></xdr:graphicFrame>`,
  );

/** Returns a workbook with objects above its cells, and objects attached to them. */
function rich(): Buffer {
  const people = '<personList><person id="{1}" displayName="Eve Ng"/></personList>';
  return xlsx(
    `<row r="1">${cell('A1', 'name')}${cell('B1', 'sum')}</row><row r="2">${cell('A2', 'tea')}<c r="B2"><f>SUM(C1:C9)</f></c></row>`,
    {
      'xl/worksheets/_rels/sheet1.xml.rels': relationships([
        ['c', 'comments', '../comments1.xml'],
        ['t', 'threadedComment', '../threadedComments/threadedComment1.xml'],
        ['d', 'drawing', '/xl/drawings/drawing1.xml'],
      ]),
      'xl/comments1.xml':
        '<comments><authors><author>tc={9}</author><author>Ann</author></authors><commentList><comment ref="A2" authorId="0"><text><t>[Threaded comment] Your version of Excel…</t></text></comment><comment ref="B9" authorId="1"><text><r><t>where nothing is</t></r></text></comment></commentList></comments>',
      'xl/threadedComments/threadedComment1.xml':
        '<ThreadedComments><threadedComment ref="A2" personId="{1}"><text>is that right?</text></threadedComment><threadedComment ref="A2" personId="{1}"><text>it is</text></threadedComment></ThreadedComments>',
      'xl/persons/person.xml': people,
      'xl/drawings/drawing1.xml': `<xdr:wsDr ${NAMESPACES}>${anchor('<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="1" name="p" descr="a cup"/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="p1"/></xdr:blipFill></xdr:pic>')}${frame('k1', '')}${frame('none', 'a plan')}${anchor(`<xdr:sp><xdr:txBody>${paragraph('a box')}${paragraph('of text')}</xdr:txBody></xdr:sp>`)}</xdr:wsDr>`,
      'xl/drawings/_rels/drawing1.xml.rels': relationships([
        ['p1', 'image', '../media/cup.png'],
        ['k1', 'chart', '../charts/chart1.xml'],
      ]),
      'xl/media/cup.png': PIXEL,
      'xl/charts/chart1.xml': `<c:chartSpace ${NAMESPACES}><c:chart><c:title><c:tx><c:rich>${paragraph('Sales')}</c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:tx><c:v>inside</c:v></c:tx><c:val><c:numRef><c:f>One!$B$2:$B$3</c:f></c:numRef></c:val></c:ser><c:ser><c:tx><c:v>outside</c:v></c:tx><c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>May</c:v></c:pt><c:pt idx="1"><c:v>June</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef><c:f>[1]Other!$B$2</c:f><c:numCache><c:pt idx="0"><c:v>3</c:v></c:pt><c:pt idx="1"><c:v>4</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart><c:valAx><c:title>${paragraph('EUR')}</c:title></c:valAx></c:plotArea></c:chart></c:chartSpace>`,
    },
  );
}

describe('a workbook', () => {
  it('a workbook keeps comments, threads, pictures, charts and texts over its cells with their places', async () => {
    const { markdown, media, warnings } = await read(rich(), 'a.xlsx');
    expect(markdown).toBe(`<!-- sheet 1 -->

## One

| name | sum         |
| ---- | ----------- |
| tea  | =SUM(C1:C9) |

- **Comment by Eve Ng:** at A2 ("tea"): is that right?
- **Comment by Eve Ng:** at A2 ("tea"): it is
- **Comment by Ann:** at B9: where nothing is
- Picture at B7: ![a cup](m/cup.png)
- Chart at B7: Sales  
  Axes: EUR  
  Series: inside, One!$B$2:$B$3  
  Series: outside, [1]Other!$B$2: May = 3; June = 4
- Diagram at B7: a plan
- Text at B7: a box  
  of text
`);
    expect(media.map(({ name }) => name)).toEqual(['cup.png']);
    expect(warnings).toEqual([
      'Formulas without a stored result were kept as formulas: B2 of "One".',
      'Diagrams that are not charts were left out: B7 of "One".',
    ]);
  });

  it('a workbook keeps values hidden by their format, partly styled texts and repeated cells', async () => {
    const bytes = xlsx(
      `<row><c r="A1"><v>1</v></c><c r="B1" s="1"><v>42</v></c></row><row r="2"><c r="B2" t="inlineStr"><is><r><t>m</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>2</t></r></is></c><c r="A2" t="str"><f>HYPERLINK("https://example.com/","go")</f><v>go</v></c><c r="A2"><v>7</v></c></row>`,
      {
        'xl/styles.xml':
          '<styleSheet><numFmts><numFmt numFmtId="200" formatCode=";;;"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/></cellXfs></styleSheet>',
      },
    );
    const { markdown, warnings } = await read(bytes, 'a.xlsx');
    expect(markdown).toContain('| [go](https://example.com/)<br>7 | m<sup>2</sup> |');
    expect(markdown.split('\n')[4]).toMatch(/^\| 1 +\| 42 +\|$/);
    expect(warnings).toEqual(['Values that their format hides were kept: B1 of "One".']);
  });

  it('a workbook keeps what a format writes beside numbers and texts', async () => {
    const codes = ['General" kg"', '"about "General;"less "General', '@" kg"', '0;0;0;"text "@'];
    const formats = codes.map(
      (code, at) =>
        `<numFmt numFmtId="${200 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
    );
    const cells = [1, 1, 2, 2].map(
      (style, at) =>
        `<c r="${'ABCD'[at] ?? ''}1" s="${style}"><v>${[5, -5.5, 6, -6][at] ?? 0}</v></c>`,
    );
    const texts = [1, 3, 4].map(
      (style, at) => `<c r="${'EFG'[at] ?? ''}1" s="${style}" t="str"><v>x</v></c>`,
    );
    const bytes = xlsx(`<row r="1">${cells.join('')}${texts.join('')}</row>`, {
      'xl/styles.xml': `<styleSheet><numFmts>${formats.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${codes.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join('')}</cellXfs></styleSheet>`,
    });
    expect((await read(bytes, 'a.xlsx')).markdown).toContain(
      '| 5 kg | -5.5 kg | about 6 | less 6 | x   | x kg | text x |',
    );
  });

  it('a sheet whose part is missing is reported', async () => {
    const bytes = xlsx('<row r="1"><c r="A1"><v>1</v></c></row>', {
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="One" r:id="rId1"/><sheet name="Budget" r:id="rId2"/><sheet name="Plan" r:id="rId3"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': relationships([
        ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
        ['rId2', 'worksheet', 'worksheets/sheet2.xml'],
      ]),
    });
    expect((await read(bytes, 'a.xlsx')).warnings).toEqual([
      'Sheets that are not in the document were left out: "Budget", "Plan".',
    ]);
  });

  it('a workbook keeps distant rows and columns without the space between them', async () => {
    const bytes = xlsx(
      `<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row><row r="1048576"><c r="XFD1048576"><v>3</v></c></row>`,
    );
    const { markdown } = await read(bytes, 'a.xlsx');
    expect(markdown).toContain('| 1   | 2   |\n| --- | --- |\n|     | 3   |\n');
  });

  it.each(['xlsb', 'ods'] as const)(
    'a workbook in the format %s is converted like one in xlsx',
    async (kind) => {
      const content = {
        'A & B': [
          ['x', 1.5],
          ['y|', null],
        ],
        Empty: [],
        Last: [['only']],
      };
      const { markdown } = await read(workbook(content, kind), `a.${kind}`);
      expect(markdown).toBe((await read(workbook(content, 'xlsx'), 'a.xlsx')).markdown);
    },
  );

  it('an OpenDocument workbook keeps comments, frames and dates without a text', async () => {
    const table = `<table:table table:name="S"><table:table-row><table:table-cell office:value-type="date" office:date-value="2020-05-17T00:00:00"/><table:table-cell office:value-type="string"><text:p>a<text:s text:c="2"/>b</text:p><office:annotation><text:p>after</text:p></office:annotation><draw:frame><draw:image xlink:href="Pictures/image1.png"/><svg:desc>dot</svg:desc></draw:frame></table:table-cell></table:table-row><table:table-row><table:table-cell table:formula="of:=[.A1]"/></table:table-row></table:table>`;
    const { markdown, media, warnings } = await read(openDocument('spreadsheet', table), 'a.ods');
    expect(markdown).toContain('| 2020-05-17 | a b |');
    expect(markdown).toContain('| =[.A1]     |     |');
    expect(markdown).toContain('- **Comment:** at B1 ("a b"): after\n- Picture at B1: ![dot](');
    expect(media).toHaveLength(1);
    expect(warnings).toEqual([
      'Formulas without a stored result were kept as formulas: A2 of "S".',
    ]);
  });
});

it('a workbook with too many cells is cut, and the warning names the sheet, the row and what follows', () => {
  const warnings: string[] = [];
  const book = new Book(new Losses(), warnings, {
    rows: 1000,
    cells: 5,
    text: 1000,
    positions: 1000,
  });
  const first = book.begin('Long', 1, false);
  const kept = [0, 1, 4].map((y) => first?.add(new Row(y, [0, 1], ['a', 'b']), false));
  expect(kept).toEqual([true, true, false]);
  if (first !== undefined) book.end(first);
  expect(book.begin('Next', 2, false)).toBeUndefined();
  expect(book.tree().blocks).toHaveLength(3);
  expect(warnings).toEqual([
    'The workbook has more than 1,000,000 cells: sheet "Long" is cut after row 2; what follows is left out, also "Next".',
  ]);
});
