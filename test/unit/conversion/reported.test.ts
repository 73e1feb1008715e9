import { describe, expect, it } from '@jest/globals';
import { convert } from '../../../packages/document-converter/src/convert.js';
import { docx, headingPar, link, par, picture, run } from '../../support/documents/docx.js';
import { epub } from '../../support/documents/epub.js';
import { openDocument } from '../../support/documents/open-document.js';
import { pptx, slideRun } from '../../support/documents/pptx.js';
import { storedDocument } from '../../support/documents/samples.js';
import { relationships, xml } from '../../support/documents/zip.js';

const read = (bytes: Buffer, name: string) =>
  convert(bytes, name, { mediaPath: 'm/', fallback: false });
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const HIDDEN = 'Hidden text was left out';
const DELETED = 'Text that a reviewer has deleted was left out';

/** Returns the archive with the data of an entry overwritten, as by a bad sector. */
function spoiled(archive: Buffer, name: string): Buffer {
  const bytes = Buffer.from(archive);
  bytes.fill(0xff, bytes.indexOf(name) + name.length, bytes.indexOf(name) + name.length + 8);
  return bytes;
}

describe('Word', () => {
  it('signs of fonts, non-breaking hyphens, link fragments and heading numbers are kept in Word', async () => {
    const signs =
      '<w:r><w:t>555</w:t><w:noBreakHyphen/><w:t>1234 </w:t><w:sym w:font="Symbol" w:char="F061"/><w:sym w:font="Wingdings" w:char="F0FE"/><w:sym w:font="Arial" w:char="20AC"/><w:sym w:font="Webdings" w:char="F04E"/></w:r>';
    const field = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const formula = `${field('begin')}<w:r><w:instrText xml:space="preserve"> EQ \\f(1,2) </w:instrText></w:r>${field('end')}`;
    const counted = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr>';
    const toPart = link('a part').replace('r:id="rId6"', 'r:id="rId6" w:anchor="part &amp; 2"');
    const body =
      headingPar('Fees', 1, counted) +
      par(run('Call ') + signs) +
      par(run('half ') + formula) +
      par(toPart + run(' ') + link('whole'));
    const { markdown, warnings } = await read(docx(body), 'a.docx');
    expect(markdown).toBe(
      '# 1. Fees\n\nCall 555-1234 α☑€\n\nhalf\n\n[a part](https://example.com/a?b=1&c=%282%29#part%20&%202) [whole](https://example.com/a?b=1&c=%282%29)\n',
    );
    expect(warnings).toEqual([
      'A sign that Unicode does not have was left out (Webdings F04E): after "Call 555-1234 α☑€".',
      'Formulas in fields were left out: after "half".',
    ]);
  });

  it('hidden text of a Word document is reported, even if a style hides it', async () => {
    const styles = xml(
      `<w:styles ${W}><w:style w:type="character" w:styleId="Aside"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:type="character" w:styleId="More"><w:basedOn w:val="Aside"/></w:style><w:style w:type="paragraph" w:styleId="Secret"><w:rPr><w:vanish/></w:rPr></w:style></w:styles>`,
    );
    const body =
      par(
        run('Seen ') +
          run('one ', '<w:vanish/>') +
          run('two ', '<w:rStyle w:val="Aside"/>') +
          run('three ', '<w:rStyle w:val="More"/>') +
          run('shown', '<w:rStyle w:val="Aside"/><w:vanish w:val="0"/>'),
      ) + par(run('four'), '<w:pStyle w:val="Secret"/>');
    const { markdown, warnings } = await read(docx(body, { 'word/styles.xml': styles }), 'a.docx');
    expect(markdown).toBe('Seen shown\n');
    expect(warnings).toEqual([
      `${HIDDEN}: after "Seen", at the beginning of a paragraph; in 4 places in all.`,
    ]);
  });

  it('headers, embedded documents and damaged parts of a Word document are reported, not refused', async () => {
    const whole = docx(par(run('Text')) + par(picture('A pixel')), {
      'word/header1.xml': xml(`<w:hdr ${W}>${par(run('Confidential'))}</w:hdr>`),
      'word/footer1.xml': xml(`<w:ftr ${W}>${par(run(' '))}</w:ftr>`),
      'word/embeddings/sheet.xlsx': 'x',
      'word/embeddings/chart.xlsx': 'the data of a chart, which is in the chart too',
      'word/charts/_rels/chart1.xml.rels': relationships([
        ['rId1', 'package', '../embeddings/chart.xlsx'],
      ]),
    });
    const { markdown, warnings } = await read(spoiled(whole, 'word/media/image1.png'), 'a.docx');
    expect(markdown).toBe('Text\n\nA pixel\n');
    expect(warnings).toEqual([
      'Embedded documents were left out: "word/embeddings/sheet.xlsx".',
      'Damaged parts of the document were left out: "word/media/image1.png".',
      'Headers of pages were left out: "Confidential".',
    ]);
    await expect(read(spoiled(whole, 'word/document.xml'), 'a.docx')).rejects.toMatchObject({
      code: 'unreadable',
    });
  });

  it('the numbers of a chart are shown with 15 digits, as in Office', async () => {
    const values = (kind: string, points: string[]) =>
      `<c:${kind}Cache><c:ptCount val="2"/>${points.map((point, at) => `<c:pt idx="${at}"><c:v>${point}</c:v></c:pt>`).join('')}</c:${kind}Cache>`;
    const series = `<c:ser><c:idx val="0"/><c:cat><c:strRef>${values('str', ['May', '4.4000000000000004'])}</c:strRef></c:cat><c:val><c:numRef>${values('num', ['4.4000000000000004', '-1.7999999999999998E-20'])}</c:numRef></c:val></c:ser>`;
    const drawing = `<w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="rId9"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
    const whole = docx(par(drawing), {
      'word/_rels/document.xml.rels': relationships([['rId9', 'chart', 'charts/chart1.xml']]),
      'word/charts/chart1.xml': xml(
        `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart><c:plotArea><c:barChart>${series}</c:barChart></c:plotArea></c:chart></c:chartSpace>`,
      ),
    });
    const { markdown } = await read(whole, 'a.docx');
    expect(markdown).toMatch(/\| May +\| 4\.4 +\|/);
    expect(markdown).toMatch(/\| 4\.4000000000000004 \| -1\.8e-20 +\|/);
  });

  it('a text with its reading above it keeps both, and a drop cap joins its word', async () => {
    const ruby = `<w:r><w:ruby><w:rt>${run('きょう')}</w:rt><w:rubyBase>${run('京')}</w:rubyBase></w:ruby></w:r>`;
    const initial = par(run('D'), '<w:framePr w:dropCap="drop" w:lines="3"/>');
    const body =
      initial + par(run('rop &'), '<w:keepNext/>') + initial + par(run('own')) + par(ruby);
    const { markdown, warnings } = await read(docx(body), 'a.docx');
    expect(markdown).toBe('Drop &\n\nDown\n\n京 (きょう)\n');
    expect(warnings).toEqual([]);
  });

  it('embedded documents of Word 97 and PowerPoint 97 are reported with their kind, and links too', async () => {
    const { markdown, warnings } = await read(storedDocument('embedded.doc'), 'a.doc');
    expect(markdown).toBe('Text\n');
    expect(warnings).toEqual(['Embedded documents were left out: "Sheet".']);
    const slides = await read(storedDocument('embedded.ppt'), 'a.ppt');
    expect(slides.markdown).toContain('T');
    expect(slides.warnings).toEqual([
      'Embedded documents were left out: "Chart"; in 2 places in all.',
      'Links were left out, their texts kept: "https://example.com/".',
    ]);
  });

  it.each([true, false])(
    'a Word 97 document is read whatever the case of its stream names: fallback parser %s',
    async (fallback) => {
      const bytes = storedDocument('capitals.doc');
      const { markdown } = await convert(bytes, 'a.doc', { mediaPath: 'm/', fallback });
      expect(markdown).toBe('In capitals\n');
    },
  );

  it.each([true, false])(
    'a Word 97 document leaves out deleted and hidden text: fallback parser %s',
    async (fallback) => {
      const bytes = storedDocument('unseen.doc');
      const { markdown, warnings } = await convert(bytes, 'a.doc', { mediaPath: 'm/', fallback });
      expect(markdown).toBe('Plain kept kept\n\nsecond end ж\n');
      expect(warnings).toEqual(
        expect.arrayContaining([`${DELETED}: 5 characters.`, `${HIDDEN}: 7 characters.`]),
      );
    },
  );
});

it('masters and footers of OpenDocument slides are reported, and a table loses its picture', async () => {
  const picture = '<draw:image xlink:href="Pictures/image1.png"/>';
  const table = `<table:table><table:table-row><table:table-cell><text:p>cell<draw:frame>${picture}</draw:frame></text:p></table:table-cell><table:table-cell><text:p>2</text:p></table:table-cell></table:table-row></table:table>`;
  const slide = `<presentation:footer-decl presentation:name="f">© Ann</presentation:footer-decl><draw:page><draw:frame>${table}${picture}</draw:frame></draw:page>`;
  const styles = `<office:document-styles><office:master-styles><style:master-page style:name="M"><draw:frame presentation:class="title"><draw:text-box><text:p>Click here</text:p></draw:text-box></draw:frame><draw:custom-shape><text:p/><text:p text:style-name="P">Our <text:span>firm</text:span></text:p></draw:custom-shape><presentation:notes><text:p>1</text:p></presentation:notes></style:master-page></office:master-styles></office:document-styles>`;
  const bytes = openDocument('presentation', slide, { 'styles.xml': styles });
  const { markdown, warnings } = await read(bytes, 'a.odp');
  expect(markdown.match(/image1\.png/g)).toHaveLength(1);
  expect(markdown).toMatch(/cell.*\| 2/);
  expect(warnings).toEqual([
    'Headers and footers of slides were left out: "© Ann".',
    'Text of slide masters was left out: "Our firm".',
  ]);
});

describe('a document of Word 97', () => {
  const bytes = storedDocument('beside.doc');

  it.each([true, false])(
    'a Word 97 document keeps comments and text boxes and reports its losses: fallback parser %s',
    async (fallback) => {
      const { markdown, warnings } = await convert(bytes, 'a.doc', { mediaPath: 'm/', fallback });
      expect(markdown.split('\n\n')).toEqual([
        'One of the text',
        'Two',
        'In a box',
        'non-breaking',
        '> **Comment by Ada after "One":** first\n>\n> and more',
        '> **Comment after "Two":** second\n',
      ]);
      expect(warnings).toEqual(
        expect.arrayContaining([
          `${HIDDEN}: 7 characters.`,
          'Headers and footers of pages were left out: "Confidential", "Page 2".',
          'Text boxes stand at the end of the document: "In a box", "non-breaking".',
          'Formulas in fields were left out: after "Two".',
        ]),
      );
    },
  );
});

describe('other documents', () => {
  it('raised text of RTF is marked, hidden and deleted text is reported, binary data is skipped', async () => {
    const rtf = String.raw`{\rtf1\ansi x{\super 2} and H{\sub 2}O{\b\up6 th\up0 } {\v hid\'fcden }seen {\deleted gone }now {\super\u960?}{\pict\bin4 }{\v}\par end\par}`;
    const { markdown, warnings } = await read(Buffer.from(rtf, 'latin1'), 'a.rtf');
    expect(markdown).toBe(
      'x<sup>2</sup> and H<sub>2</sub>O<sup>th</sup> seen now <sup>π</sup>\n\nend\n',
    );
    expect(warnings.map((each) => each.split(':')[0])).toEqual([HIDDEN, DELETED]);
    const again = await convert(Buffer.from(rtf, 'latin1'), 'a.rtf', {
      mediaPath: 'm/',
      fallback: true,
    });
    expect(again.markdown).not.toMatch(/hid|gone/);
  });

  it.each([
    [String.raw`a{\v hidden\plain  shown}`, 'a shown', [HIDDEN]],
    [String.raw`a{\v hidden\v0  shown}`, 'a shown', [HIDDEN]],
    [String.raw`a{\deleted gone\plain  kept}`, 'a kept', [DELETED]],
    [String.raw`a{\deleted gone\deleted0  kept}`, 'a kept', [DELETED]],
    [
      String.raw`a{\super 1\plain 2\sub 3\nosupersub 4\dn6 5\dn0 6}`,
      'a<sup>1</sup>2<sub>3</sub>4<sub>5</sub>6',
      [],
    ],
  ])(
    'the end of a style of RTF ends the text that it hides or raises: %s',
    async (body, text, lost) => {
      const rtf = String.raw`{\rtf1\ansi ${body}\par}`;
      const { markdown, warnings } = await read(Buffer.from(rtf, 'latin1'), 'a.rtf');
      expect([markdown, warnings.map((each) => each.split(':')[0])]).toEqual([`${text}\n`, lost]);
    },
  );

  it('stray stars and trailing bytes of RTF are ignored, and embedded documents are reported', async () => {
    const rtf = String.raw`{\rtf1\ansi {\b0\*\cs7 kept} {\object\objemb{\*\objdata 00}}after\par}`;
    const { markdown, warnings } = await read(Buffer.from(`${rtf}\n\0old bytes`), 'a.rtf');
    expect(markdown).toBe('kept after\n');
    expect(warnings).toEqual(['Embedded documents were left out: after "kept".']);
  });

  it('raised text of OpenDocument is marked, comments become notes, and hidden text is reported', async () => {
    const body =
      '<text:p>x<text:span text:style-name="UP">2</text:span> H<text:span text:style-name="DOWN">2</text:span>O <text:span text:style-name="HID">hidden </text:span>seen<office:annotation><dc:creator xmlns:dc="http://purl.org/dc/elements/1.1/">Ada</dc:creator><text:p>Is it?</text:p></office:annotation></text:p><text:section text:display="none"><text:p>too</text:p></text:section><text:p><draw:frame><draw:object xlink:href="./Object 7"/></draw:frame>end</text:p>';
    const { markdown, warnings } = await read(openDocument('text', body), 'a.odt');
    expect(markdown).toBe(
      'x<sup>2</sup> H<sub>2</sub>O seen[^1]\n\nend\n\n[^1]: **Comment by Ada:** Is it?\n',
    );
    expect(warnings).toEqual([
      `${HIDDEN}: after "x2 H2O", at the beginning of a paragraph.`,
      'Embedded documents were left out: "Object 7".',
    ]);
  });

  it('hidden slides are kept and reported, and hidden shapes are dropped and reported', async () => {
    const shape =
      '<p:sp><p:nvSpPr><p:cNvPr id="9" name="x" hidden="1"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p><a:r><a:t>unseen</a:t></a:r></a:p></p:txBody></p:sp>';
    const slides = pptx(
      [
        { title: 'One', body: [slideRun('a')], more: shape },
        { title: 'Two', body: [slideRun('b')], hidden: true },
      ],
      { master: '<p:sp><p:nvPr/><a:t>of all</a:t></p:sp><p:sp><p:ph/><a:t>Click</a:t></p:sp>' },
    );
    expect(await read(slides, 'a.pptx')).toMatchObject({
      markdown: '<!-- slide 1 -->\n\n## One\n\na\n\n<!-- slide 2 -->\n\n## Two\n\nb\n',
      warnings: [
        'Hidden shapes were left out: in "ppt/slides/slide1.xml".',
        'Slides that are hidden in a presentation were kept: "Two".',
        'Text of slide masters was left out: "of all".',
      ],
    });
  });

  it('text of a page that its style makes invisible is reported, unless an element within or a script shows it', async () => {
    const unseen = [
      'visibility: hidden',
      'opacity:0',
      'color:red;opacity: 0.0 !important',
      'font-size:0',
      'font-size:0px',
    ];
    const seen = [
      '<p style="opacity:0.5">half</p>',
      '<p style="font-size:0.8em">small</p>',
      '<div style="font-size:0"><p style="font-size:12px">sized</p></div>',
      '<div style="visibility:hidden"><p style="visibility:visible">shown</p></div>',
      '<p style="opacity:0;transform:translateY(9px)">moved</p>',
    ];
    const hidden = unseen.map((style, at) => `<p>before${at}</p><p style="${style}">secret</p>`);
    const { markdown, warnings } = await convert(
      Buffer.from(`<html>${hidden.join('')}${seen.join('')}`),
      'a.html',
      { mediaPath: 'm/', fallback: false },
    );
    expect(markdown).not.toContain('secret');
    for (const said of ['half', 'small', 'sized', 'shown', 'moved'])
      expect(markdown).toContain(said);
    expect(warnings).toEqual([
      expect.stringContaining('Hidden text was left out: after "before0"'),
    ]);
  });

  it('hidden text of a web page is reported, and tables that hold tables stay tables', async () => {
    const html =
      '<style>b{}</style><p hidden>zero</p><p>seen</p><svg><style>a{}</style><text>drawn</text></svg><p hidden>one</p><ul><li>a</li><li style="display:none">two</li></ul>' +
      '<table><tr><td>A</td><td>x<table><tr><td>n1</td><td>n2</td></tr></table></td></tr><tr><td style="display:none">three</td><td>c</td><td>d</td></tr></table>' +
      '<table><tr><td hidden>four</td></tr><tr><td><h2>Menu</h2></td><td>page <table><tr><th>k</th><th>v</th></tr><tr><td>1</td><td>2</td></tr></table></td></tr></table>';
    const { markdown, warnings } = await read(Buffer.from(html), 'a.html');
    expect(markdown).toBe(
      'seen\n\ndrawn\n\n- a\n\n| A   | x<br>n1 / n2 |\n| --- | ------------ |\n| c   | d            |\n\n## Menu\n\npage\n\n| k   | v   |\n| --- | --- |\n| 1   | 2   |\n',
    );
    expect(warnings).toEqual([
      `${HIDDEN}: at the beginning of a paragraph, after "drawn", after "a", after "n2", after "d".`,
    ]);
  });

  it('text that a style sheet adds to elements of a web page is reported', async () => {
    const sheet =
      '.note::before { content: "Attention; " attr(x) \'now\' } ul.toc > li:after { content: "page" } .icon:before { content: "\\f101" } i::before { content: "(" } .unused::before { content: "none" }';
    const html = `<style>${sheet}</style><p class="big note">one</p><ul><li>two</li></ul><i class=icon>three</i>`;
    const { warnings } = await read(Buffer.from(html), 'a.html');
    expect(warnings).toEqual([
      'Text that style sheets add was left out: "page", "Attention; now".',
    ]);
  });

  it('a damaged chapter of a book is reported, and the others are kept', async () => {
    const whole = epub('T', 'A', ['<h1>One</h1><p>first</p>', '<h1>Two</h1><p>second</p>']);
    const name = /OEBPS\/[\w/]*c1\.xhtml|[\w/]*c1\.xhtml/.exec(whole.toString('latin1'))?.[0] ?? '';
    const { markdown, warnings } = await read(spoiled(whole, name), 'a.epub');
    expect(markdown).toContain('# Two\n\nsecond');
    expect(warnings).toEqual([`A chapter of the book is missing or damaged: ${name}.`]);
  });
});

it('formulas in fields of RTF and embedded documents are reported', async () => {
  const rtf = String.raw`{\rtf1\ansi half of {\field{\*\fldinst EQ \\f(1,2)}{\fldrslt }} and {\object\objemb{\*\objclass Excel.Sheet}{\*\objdata 00}{\result a sheet}} end\par}`;
  const options = { mediaPath: 'm/', fallback: false };
  const { markdown, warnings } = await convert(Buffer.from(rtf, 'latin1'), 'a.rtf', options);
  expect(markdown).toMatch(/^half of .*end\n$/);
  expect(warnings.map((warning) => warning.split(':')[0])).toEqual([
    'Formulas of RTF were left out',
    'Embedded documents were left out',
  ]);
});
