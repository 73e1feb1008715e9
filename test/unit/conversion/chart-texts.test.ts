import { describe, expect, it } from '@jest/globals';
import { convert } from '../../../packages/document-converter/src/convert.js';
import { docx, par, run } from '../../support/documents/docx.js';
import { pptx } from '../../support/documents/pptx.js';
import { xlsx } from '../../support/documents/workbooks.js';
import { relationships, xml } from '../../support/documents/zip.js';

// Text of charts and shapes is kept in every format, without a warning.

const read = (bytes: Buffer, name: string) =>
  convert(bytes, name, { mediaPath: 'm/', fallback: false });
const A = 'xmlns:a="a" xmlns:c="c" xmlns:r="r" xmlns:cdr="cdr" xmlns:xdr="xdr"';
const lines = (...runs: string[]) =>
  `<a:p>${runs.map((each) => (each === '' ? '<a:br/>' : `<a:r><a:rPr${each.length > 5 ? ' b="1"' : ''}/><a:t>${each}</a:t></a:r>`)).join('')}</a:p>`;
const chart = (...title: string[]) =>
  xml(
    `<c:chartSpace ${A}><c:chart><c:title><c:tx><c:rich>${lines(...title)}${lines('of 2026')}</c:rich></c:tx></c:title></c:chart></c:chartSpace>`,
  );
const over = (text: string) =>
  xml(
    `<c:userShapes ${A}><cdr:relSizeAnchor><cdr:sp><cdr:nvSpPr><cdr:cNvPr id="2" name="x" descr="a mark"/></cdr:nvSpPr><cdr:txBody>${lines(text)}</cdr:txBody></cdr:sp></cdr:relSizeAnchor></c:userShapes>`,
  );
const frame = (prefix: string) =>
  `<${prefix}:graphicFrame ${A}><a:graphic><a:graphicData><c:chart r:id="rId9"/></a:graphicData></a:graphic></${prefix}:graphicFrame>`;

/** Functions that build a document with one chart, by format. */
const WITH_CHART: Readonly<Record<string, (title: string[]) => Buffer>> = {
  docx: (title) =>
    docx(
      par(
        `<w:r><w:drawing><wp:inline><a:graphic><a:graphicData><c:chart r:id="rId9"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`,
      ),
      {
        'word/_rels/document.xml.rels': relationships([['rId9', 'chart', 'charts/chart%201.xml']]),
        'word/charts/chart 1.xml': chart(...title),
        'word/charts/_rels/chart 1.xml.rels': relationships([
          ['rId1', 'chartUserShapes', '../drawings/drawing1.xml'],
        ]),
        'word/drawings/drawing1.xml': over('before all'),
      },
    ),
  pptx: (title) =>
    pptx([{ title: 'One', body: [], more: frame('p') }], {
      more: {
        'ppt/slides/_rels/slide1.xml.rels': relationships([
          ['rId9', 'chart', '../charts/chart1.xml'],
        ]),
        'ppt/charts/chart1.xml': chart(...title),
        'ppt/charts/_rels/chart1.xml.rels': relationships([
          ['rId1', 'chartUserShapes', '../drawings/drawing1.xml'],
        ]),
        'ppt/drawings/drawing1.xml': over('before all'),
      },
    }),
  xlsx: (title) =>
    xlsx('<row r="1"><c r="A1"><v>1</v></c></row>', {
      'xl/worksheets/_rels/sheet1.xml.rels': relationships([
        ['rId1', 'drawing', '../drawings/drawing1.xml'],
      ]),
      'xl/drawings/drawing1.xml': xml(
        `<xdr:wsDr ${A}><xdr:oneCellAnchor><xdr:sp><xdr:txBody>${lines('bo', 'xed tex', 't')}</xdr:txBody></xdr:sp></xdr:oneCellAnchor><xdr:oneCellAnchor>${frame('xdr')}</xdr:oneCellAnchor></xdr:wsDr>`,
      ),
      'xl/drawings/_rels/drawing1.xml.rels': relationships([
        ['rId9', 'chart', '../charts/chart1.xml'],
      ]),
      'xl/charts/chart1.xml': chart(...title),
      'xl/charts/_rels/chart1.xml.rels': relationships([
        ['rId1', 'chartUserShapes', '../drawings/drawing2.xml'],
      ]),
      'xl/drawings/drawing2.xml': over('before all'),
    }),
};

describe.each(Object.keys(WITH_CHART))('a chart of %s', (format) => {
  it.each([
    ['in one piece', ['Revenue growth']],
    ['in pieces of several looks', ['Reven', 'ue growt', 'h']],
    ['in two lines', ['Revenue', '', 'growth']],
  ])('a title %s is kept, and so is what stands over it', async (_, title) => {
    const { markdown, warnings } = await read(
      WITH_CHART[format]?.(title) ?? Buffer.alloc(0),
      `a.${format}`,
    );
    for (const said of ['Revenue growth of 2026', 'before all', 'a mark'])
      expect(markdown).toContain(said);
    if (format === 'xlsx') expect(markdown).toContain('boxed text');
    expect(warnings).toEqual([]);
  });
});

it('a footer is one by its relation, whatever the name of its part', async () => {
  const footer = (text: string) => xml(`<w:ftr xmlns:w="w">${par(run(text))}</w:ftr>`);
  const bytes = docx(par(run('text')), {
    'word/_rels/document.xml.rels': relationships([
      ['rId1', 'footer', 'layout1.xml'],
      ['rId2', 'footer', 'theme/foot.xml'],
      ['rId3', 'header', 'settings/head.xml'],
      ['rId4', 'footer', 'footer1.xml'],
    ]),
    'word/layout1.xml': footer('one'),
    'word/theme/foot.xml': footer('two'),
    'word/settings/head.xml': footer('three'),
    'word/footer1.xml': footer('four'),
  });
  expect((await read(bytes, 'a.docx')).warnings).toEqual([
    'Footers of pages were left out: "four", "one", "two".',
    'Headers of pages were left out: "three".',
  ]);
});
