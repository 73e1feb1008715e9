import { contentTypes, escapeXml, type Parts, PIXEL, relationships, xml, buildZip } from './zip.js';

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/** Returns a run of text; `properties` are XML, such as `<w:b/>`. */
export function run(text: string, properties = ''): string {
  return `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;
}

export function par(content: string, properties = ''): string {
  return `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`;
}

export function item(text: string, list: 1 | 2, level = 0): string {
  return par(run(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);
}

export function table(rows: string[][]): string {
  const cells = (row: string[]) =>
    row.map((cell) => `<w:tc>${cell.startsWith('<') ? cell : par(run(cell))}</w:tc>`).join('');
  return `<w:tbl>${rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join('')}</w:tbl>`;
}

export function picture(alt: string): string {
  return `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture" descr="${escapeXml(alt)}"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:blipFill><a:blip r:embed="rId5"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
}

export function link(text: string, id: 'rId6' | 'rId7' | 'rId8' = 'rId6'): string {
  return `<w:hyperlink r:id="${id}">${run(text)}</w:hyperlink>`;
}

const STYLES = xml(
  `<w:styles xmlns:w="${W}">${[1, 2, 3].map((level) => `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/><w:pPr><w:outlineLvl w:val="${level - 1}"/></w:pPr></w:style>`).join('')}</w:styles>`,
);

const level = (format: string, text: string, depth: number) =>
  `<w:lvl w:ilvl="${depth}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
const NUMBERING = xml(
  `<w:numbering xmlns:w="${W}"><w:abstractNum w:abstractNumId="0">${level('bullet', '•', 0)}${level('bullet', '•', 1)}</w:abstractNum><w:abstractNum w:abstractNumId="1">${level('decimal', '%1.', 0)}${level('decimal', '%2.', 1)}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
);

export function headingPar(text: string, depth: 1 | 2 | 3, more = ''): string {
  return par(run(text), `<w:pStyle w:val="Heading${depth}"/>${more}`);
}

/**
 * Returns a Word document with this body. `doctype` is written before it. Links: rId6 to the web, rId7 to a script,
 * rId8 to a file.
 */
export function docx(body: string, more: Parts = {}, doctype = ''): Buffer {
  return buildZip({
    '[Content_Types].xml': contentTypes({
      'word/document.xml': `${MAIN}.document.main+xml`,
      'word/styles.xml': `${MAIN}.styles+xml`,
      'word/numbering.xml': `${MAIN}.numbering+xml`,
      'word/comments.xml': `${MAIN}.comments+xml`,
      'word/footnotes.xml': `${MAIN}.footnotes+xml`,
    }),
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'word/document.xml']]),
    'word/_rels/document.xml.rels': relationships([
      ['rId1', 'styles', 'styles.xml'],
      ['rId2', 'numbering', 'numbering.xml'],
      ['rId3', 'comments', 'comments.xml'],
      ['rId4', 'footnotes', 'footnotes.xml'],
      ['rId5', 'image', 'media/image1.png'],
      ['rId6', 'hyperlink', 'https://example.com/a?b=1&c=(2)', true],
      ['rId7', 'hyperlink', 'javascript:alert(1)', true],
      ['rId8', 'hyperlink', 'file:///etc/passwd', true],
    ]),
    'word/styles.xml': STYLES,
    'word/numbering.xml': NUMBERING,
    'word/media/image1.png': PIXEL,
    'word/document.xml': xml(
      `${doctype}<w:document xmlns:w="${W}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body>${body}</w:body></w:document>`,
    ),
    ...more,
  });
}

export function footnotesPart(id: string, text: string): Parts {
  return {
    'word/footnotes.xml': xml(
      `<w:footnotes xmlns:w="${W}"><w:footnote w:id="${id}">${par(run(text))}</w:footnote></w:footnotes>`,
    ),
  };
}

/** Returns a document of one line, optionally with a picture. */
export function letter(text: string, withPicture = false): Buffer {
  return docx(par(run(text)) + (withPicture ? par(picture('A pixel')) : ''));
}
