import { describe, expect, it } from '@jest/globals';
import { convert } from '../../../packages/document-converter/src/convert.js';
import { docx, headingPar, item, par, run } from '../../support/documents/docx.js';
import { openDocument } from '../../support/documents/open-document.js';
import { pptx, slideRun } from '../../support/documents/pptx.js';
import { relationships, xml } from '../../support/documents/zip.js';

const read = (bytes: Buffer | string, name: string) =>
  convert(Buffer.from(bytes), name, { mediaPath: 'm/', fallback: false });
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const sdt = (content: string) => `<w:sdt><w:sdtPr/><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
const field = (type: string, inside = '') =>
  `<w:r><w:fldChar w:fldCharType="${type}">${inside}</w:fldChar></w:r>`;

describe('a Word document', () => {
  it('rows and cells within content controls are rows and cells of their table', async () => {
    const cell = (text: string) => `<w:tc>${par(run(text))}</w:tc>`;
    const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`;
    const items = sdt(sdt(row(cell('Tea'), sdt(cell('2')))) + row(cell('Milk'), cell('1')));
    const body = `<w:tbl>${row(cell('Item'), cell('Count'))}${items}</w:tbl>`;
    expect((await read(docx(body), 'a.docx')).markdown).toBe(
      '| Item | Count |\n| ---- | ----- |\n| Tea  | 2     |\n| Milk | 1     |\n',
    );
  });

  it('forms say what was filled in and chosen', async () => {
    const form = (kind: string, data: string) =>
      field('begin', `<w:ffData>${data}</w:ffData>`) +
      `<w:r><w:instrText> ${kind} </w:instrText></w:r>` +
      field('end');
    const boxes =
      form('FORMCHECKBOX', '<w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox>') +
      run(' yes ') +
      form('FORMCHECKBOX', '<w:checkBox><w:default w:val="0"/></w:checkBox>') +
      run(' no');
    const list = form(
      'FORMDROPDOWN',
      '<w:ddList><w:result w:val="1"/><w:listEntry w:val="red"/><w:listEntry w:val="blue"/></w:ddList>',
    );
    const { markdown, warnings } = await read(docx(par(boxes) + par(list)), 'a.docx');
    expect(markdown).toBe('☒ yes ☐ no\n\nblue\n');
    expect(warnings).toEqual([]);
  });

  it('a field keeps its result and its link, and not its instruction', async () => {
    const link =
      field('begin') +
      '<w:r><w:instrText> HYPERLINK "https://example.com/" </w:instrText></w:r>' +
      field('separate') +
      run('a ') +
      run('link') +
      field('end');
    const empty =
      field('begin') + '<w:r><w:instrText> DOCPROPERTY Client </w:instrText></w:r>' + field('end');
    const { markdown, warnings } = await read(docx(par(link + empty)), 'a.docx');
    expect(markdown).toBe('[a link](https://example.com/)\n');
    expect(warnings).toEqual([
      'Fields without a stored result were left out: "DOCPROPERTY Client".',
    ]);
  });

  it('other formats in a document stand where it shows them', async () => {
    const inner = docx(headingPar('Inner', 2) + par(run('of Word')));
    const bytes = docx(
      par(run('before')) + '<w:altChunk r:id="rId1"/><w:altChunk r:id="rId2"/>' + par(run('after')),
      {
        'word/_rels/document.xml.rels': relationships([
          ['rId1', 'aFChunk', 'part.html'],
          ['rId2', 'aFChunk', 'part.docx'],
        ]),
        'word/part.html': '<ul><li>of HTML</li></ul>',
        'word/part.docx': inner,
      },
    );
    expect(await read(bytes, 'a.docx')).toMatchObject({
      markdown: 'before\n\n- of HTML\n\n## Inner\n\nof Word\n\nafter\n',
      warnings: [],
    });
  });

  it('numbers of headings and lists are counted over their levels', async () => {
    const level = (depth: number, text: string) =>
      `<w:lvl w:ilvl="${depth}"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="${text}"/></w:lvl>`;
    const numbering = xml(
      `<w:numbering ${W}><w:abstractNum w:abstractNumId="0">${level(0, '%1.')}${level(1, '%1.%2')}</w:abstractNum><w:num w:numId="2"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    );
    const numbered = (depth: number) =>
      `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="2"/></w:numPr>`;
    const body =
      headingPar('One', 1, numbered(0)) +
      headingPar('Part', 2, numbered(1)) +
      headingPar('Two', 1, numbered(0)) +
      headingPar('Part', 2, numbered(1)) +
      item('item', 2, 1);
    const { markdown } = await read(docx(body, { 'word/numbering.xml': numbering }), 'a.docx');
    expect(markdown).toBe('# 1. One\n\n## 1.1 Part\n\n# 2. Two\n\n## 2.1 Part\n\n- 2.2 item\n');
  });

  it('a box, a drawing of letters and an alternative text stand below their paragraph', async () => {
    const drawing = `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="x" descr="A stamp"/><a:graphic><a:graphicData><wps:wsp xmlns:wps="wps"><wps:txbx><w:txbxContent>${par(run('boxed'))}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
    const art =
      '<w:r><w:pict><v:shape xmlns:v="v"><v:textpath string="Sale!"/></v:shape></w:pict></w:r>';
    const { markdown } = await read(docx(par(run('text ') + drawing + art)), 'a.docx');
    expect(markdown).toBe('text A stamp\n\nboxed\n\nSale!\n');
  });
});

describe('a presentation', () => {
  const P = 'xmlns:p="p" xmlns:a="a" xmlns:p188="p188"';

  it('comments of both kinds are kept with their authors and answers', async () => {
    const said = (text: string) =>
      `<p188:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p188:txBody>`;
    const bytes = pptx([{ title: 'One', body: [slideRun('text')] }], {
      more: {
        'ppt/slides/_rels/slide1.xml.rels': relationships([
          ['rId1', 'comments', '../comments/old.xml'],
          ['rId2', 'comments', '../comments/new.xml'],
        ]),
        'ppt/_rels/presentation.xml.rels': relationships([
          ['rId1', 'slide', 'slides/slide1.xml'],
          ['rId2', 'commentAuthors', 'commentAuthors.xml'],
          ['rId3', 'authors', 'authors.xml'],
        ]),
        'ppt/commentAuthors.xml': `<p:cmAuthorLst ${P}><p:cmAuthor id="0" name="Ada"/></p:cmAuthorLst>`,
        'ppt/authors.xml': `<p188:authorLst ${P}><p188:author id="{B}" name="Ben"/></p188:authorLst>`,
        'ppt/comments/old.xml': `<p:cmLst ${P}><p:cm authorId="0"><p:text>old</p:text></p:cm></p:cmLst>`,
        'ppt/comments/new.xml': `<p188:cmLst ${P}><p188:cm authorId="{B}"><p188:replyLst><p188:reply authorId="{C}">${said('answer')}</p188:reply></p188:replyLst>${said('new')}</p188:cm></p188:cmLst>`,
      },
    });
    expect((await read(bytes, 'a.pptx')).markdown).toBe(
      '<!-- slide 1 -->\n\n## One\n\ntext\n\n> **Comment by Ada:** old\n\n> **Comment by Ben:** new\n>\n> **Reply:** answer\n',
    );
  });

  it('footers and numbers stand at the end of their slide', async () => {
    const held = (kind: string, text: string) =>
      `<p:sp><p:nvSpPr><p:cNvPr id="9" name="x"/><p:cNvSpPr/><p:nvPr><p:ph type="${kind}"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:fld type="slidenum"><a:t>${text}</a:t></a:fld></a:p></p:txBody></p:sp>`;
    const more = held('ftr', 'Confidential') + held('sldNum', '7') + held('body', 'last');
    const bytes = pptx([{ title: 'One', body: [slideRun('text')], more }]);
    expect((await read(bytes, 'a.pptx')).markdown).toBe(
      '<!-- slide 1 -->\n\n## One\n\ntext\n\nlast\n\nConfidential\n\n7\n',
    );
  });

  it('a presentation that says something on its master alone is not refused', async () => {
    const master =
      '<p:cSld><p:spTree><p:sp><p:nvSpPr/><p:txBody><a:p><a:r><a:t>Our firm</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld>';
    const bytes = pptx([{ title: '', body: [] }], { master });
    expect(await read(bytes, 'a.pptx')).toMatchObject({
      markdown: '<!-- slide 1 -->\n\nOur firm\n',
      warnings: [],
    });
  });
});

describe('OpenDocument', () => {
  it('fields of forms say their labels and what was filled in', async () => {
    const forms =
      '<office:forms><form:form xmlns:form="form"><form:text xml:id="c1" form:current-value="Ada"/><form:checkbox xml:id="c2" form:label="Agreed" form:current-state="checked"/><form:listbox xml:id="c3"><form:option form:label="red"/><form:option form:label="blue" form:current-selected="true"/></form:listbox></form:form></office:forms>';
    const controls = ['c1', 'c2', 'c3'].map((id) => `<draw:control draw:control="${id}"/>`);
    const { markdown } = await read(
      openDocument('text', `${forms}<text:p>Name${controls.join('')}</text:p>`),
      'a.odt',
    );
    expect(markdown).toBe('Name\n\nAda\n\nAgreed\n\n☒\n\nblue\n');
  });

  it('a slide keeps its footer, its notes and the remarks on it', async () => {
    const page =
      '<presentation:footer-decl presentation:name="f">Our firm</presentation:footer-decl><draw:page presentation:use-footer-name="f"><draw:frame presentation:class="title"><draw:text-box><text:p>One</text:p></draw:text-box></draw:frame><office:annotation><dc:creator xmlns:dc="dc">Ada</dc:creator><text:p>Why?</text:p></office:annotation><presentation:notes><draw:frame><draw:text-box><text:p>Speak slowly</text:p></draw:text-box></draw:frame></presentation:notes></draw:page>';
    expect(await read(openDocument('presentation', page), 'a.odp')).toMatchObject({
      markdown:
        '<!-- slide 1 -->\n\n## One\n\n> **Comment by Ada:** Why?\n\nOur firm\n\n> Speak slowly\n',
      warnings: [],
    });
  });

  it('a document that is encrypted is refused with that reason', async () => {
    const manifest = '<manifest:manifest><manifest:encryption-data/></manifest:manifest>';
    const bytes = openDocument('text', '', { 'META-INF/manifest.xml': manifest });
    await expect(read(bytes, 'a.odt')).rejects.toMatchObject({
      code: 'unreadable',
      message: 'The document is protected by a password.',
    });
  });
});

describe('RTF', () => {
  const rtf = (body: string) =>
    String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}{\f1\fcharset204 Arial;}}` + body + '}';

  it('notes, comments, formulas and forms are kept', async () => {
    const body = String.raw`x{\footnote {\super\chftn} a note}{\*\atnid A}{\*\atnauthor Ada}\chatn{\*\annotation{\*\atnref 1}why?} {\mmath{\*\moMath{\mf{\mnum{\mr a}}{\mden{\mr b}}}}} {\field{\*\fldinst FORMCHECKBOX {\*\formfield{\fftype1\ffres1}}}{\fldrslt}}\par`;
    expect(await read(rtf(body), 'a.rtf')).toMatchObject({
      markdown: 'x[^1][^2] $\\frac{a}{b}$ ☒\n\n[^1]: a note\n\n[^2]: **Comment by Ada:** why?\n',
      warnings: [],
    });
  });

  it('letters are read in the charset of their font, and by two bytes where they have two', async () => {
    const body = String.raw`{\f1\'ef\'f0\'e8\'e2\'e5\'f2} {\upr{old}{\*\ud{\u26032?}}} \u-10179?\u-8704?\par`;
    expect((await read(rtf(body), 'a.rtf')).markdown).toBe('привет 新 😀\n');
    const wide = String.raw`{\rtf1\ansi\ansicpg932{\fonttbl{\f0\fcharset128 Gothic;}}\f0 \'83e\'83X\'83g\par}`;
    expect((await read(wide, 'a.rtf')).markdown).toBe('テスト\n');
  });

  it('a control word that is the name of a property of objects means nothing', async () => {
    const body = String.raw`a{\constructor b}{\toString c}{\hasOwnProperty d}\par`;
    expect((await read(rtf(body), 'a.rtf')).markdown).toBe('abcd\n');
  });

  it('tables in tables and merged cells keep their places', async () => {
    const body = String.raw`\trowd\clvmgf\cellx1\cellx2\pard\intbl A\cell\pard\intbl\itap2 n1\nestcell n2\nestcell{\*\nesttableprops\trowd\cellx1\cellx2\nestrow}{\nonesttables\par}\pard\intbl end\cell\row\trowd\clvmrg\cellx1\cellx2\pard\intbl\cell B\cell\row\pard after\par`;
    expect((await read(rtf(body), 'a.rtf')).markdown).toBe(
      '| A   | n1 / n2<br>end |\n| --- | -------------- |\n|     | B              |\n\nafter\n',
    );
  });
});
