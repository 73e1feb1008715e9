import { zip } from './zip.js';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = 'http://schemas.openxmlformats.org';
const RELATIONS = `${OFFICE}/package/2006/relationships`;
const REL = `${OFFICE}/officeDocument/2006/relationships`;
export const WORDS = `${OFFICE}/wordprocessingml/2006/main`;
const CELLS = `${OFFICE}/spreadsheetml/2006/main`;

function contentTypes(parts: Record<string, string>): string {
  const overrides = Object.entries(parts).map(
    ([part, type]) =>
      `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
  );
  return `${XML}<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>${overrides.join('')}</Types>`;
}

/** `[id, kind, target]`; `external` where the target is not in the archive. */
export function relations(
  ...all: [id: string, kind: string, target: string, external?: true][]
): string {
  const each = all.map(
    ([id, kind, target, external]) =>
      `<Relationship Id="${id}" Type="${REL}/${kind}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`,
  );
  return `${XML}<Relationships xmlns="${RELATIONS}">${each.join('')}</Relationships>`;
}

/** A docx with `body` in its document; `more` are further entries, or others in place of its own. */
export function docx(
  body: string,
  more: Record<string, string | Buffer> = {},
  before = '',
): Buffer {
  const parts = {
    '[Content_Types].xml': contentTypes({
      '/word/document.xml': 'wordprocessingml.document.main',
    }),
    '_rels/.rels': relations(['rId1', 'officeDocument', 'word/document.xml']),
    'word/document.xml': `${XML}${before}<w:document xmlns:w="${WORDS}" xmlns:r="${REL}"><w:body>${body}</w:body></w:document>`,
    ...more,
  };
  return archive(parts);
}

export function paragraph(text: string): string {
  return `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
}

/** An xlsx whose sheet has `rows`, which are XML. */
export function xlsx(rows: string, more: Record<string, string | Buffer> = {}): Buffer {
  return archive({
    '[Content_Types].xml': contentTypes({
      '/xl/workbook.xml': 'spreadsheetml.sheet.main',
      '/xl/worksheets/sheet1.xml': 'spreadsheetml.worksheet',
    }),
    '_rels/.rels': relations(['rId1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `${XML}<workbook xmlns="${CELLS}" xmlns:r="${REL}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(['rId1', 'worksheet', 'worksheets/sheet1.xml']),
    'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${CELLS}"><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  });
}

export function archive(parts: Record<string, string | Buffer>): Buffer {
  return zip(Object.entries(parts).map(([name, content]) => ({ name, content })));
}

/** An OpenDocument of `kind` (text, spreadsheet, presentation) with `body` inside its element of that name. */
export function openDocument(kind: string, body: string): Buffer {
  const mime = `application/vnd.oasis.opendocument.${kind}`;
  const ns = 'urn:oasis:names:tc:opendocument:xmlns';
  const names = ['office', 'text', 'table', 'draw', 'presentation'].map(
    (name) => `xmlns:${name}="${ns}:${name}:1.0"`,
  );
  return zip([
    { name: 'mimetype', content: mime, stored: true },
    {
      name: 'META-INF/manifest.xml',
      content: `${XML}<manifest:manifest xmlns:manifest="${ns}:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${mime}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    },
    {
      name: 'content.xml',
      content: `${XML}<office:document-content ${names.join(' ')} office:version="1.3"><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    },
  ]);
}

export function epub(chapter: string): Buffer {
  return zip([
    { name: 'mimetype', content: 'application/epub+zip', stored: true },
    {
      name: 'META-INF/container.xml',
      content: `${XML}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="c.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    },
    {
      name: 'c.opf',
      content: `${XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>`,
    },
    {
      name: 'a.xhtml',
      content: `${XML}<html xmlns="http://www.w3.org/1999/xhtml"><body>${chapter}</body></html>`,
    },
  ]);
}

/** A PDF of one page with `text`; `objects` come after its own five. */
export function pdf(text: string, objects: readonly string[] = [], trailer = ''): Buffer {
  const stream = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`;
  const all = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...objects,
  ];
  let out = '%PDF-1.7\n';
  const places = all.map((object, index) => {
    const at = out.length;
    out += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const start = out.length;
  out += `xref\n0 ${all.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  out += `trailer\n<< /Size ${all.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(out, 'latin1');
}

const EML = `From: Åsa <a@example.org>\r\nTo: b@example.org\r\nSubject: A letter\r\nMIME-Version: 1.0\r
Content-Type: multipart/mixed; boundary="x"\r\n\r\n--x\r\nContent-Type: text/html; charset=utf-8\r\n\r
<h1>Hello</h1><p>A <b>letter</b>.</p>\r\n--x\r\nContent-Type: application/octet-stream\r
Content-Disposition: attachment; filename="a.bin"\r\nContent-Transfer-Encoding: base64\r\n\r\nAAEC\r\n--x--\r\n`;
const ROWS =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c><c r="B1"><v>12</v></c></row>';

/** Small documents that nothing is wrong with, by format. */
export const SOUND: Record<string, Buffer> = {
  docx: docx(paragraph('A document of words.') + paragraph('And more of them.')),
  xlsx: xlsx(ROWS),
  odt: openDocument('text', '<text:h text:outline-level="1">Title</text:h><text:p>Words.</text:p>'),
  ods: openDocument(
    'spreadsheet',
    '<table:table table:name="One"><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row></table:table>',
  ),
  odp: openDocument(
    'presentation',
    '<draw:page draw:name="One"><draw:frame><draw:text-box><text:p>Slide</text:p></draw:text-box></draw:frame></draw:page>',
  ),
  epub: epub('<h1>Chapter</h1><p>It begins.</p>'),
  pdf: pdf('A page of words'),
  rtf: Buffer.from(
    '{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0 Times;}}\\f0\\fs24 Some \\b bold\\b0  words.\\par More.\\par}',
  ),
  html: Buffer.from(
    '<!doctype html><html><body><h1>Title</h1><p>Some <b>words</b>.</p><table><tr><th>a</th></tr><tr><td>1</td></tr></table></body></html>',
  ),
  csv: Buffer.from('name,n\n"Åsa, B",1\n'),
  tsv: Buffer.from('name\tn\nÅsa\t1\n'),
  eml: Buffer.from(EML),
  ipynb: Buffer.from(
    '{"cells":[{"cell_type":"markdown","metadata":{},"source":["# Title"]},{"cell_type":"code","metadata":{},"execution_count":1,"outputs":[],"source":["print(1)"]}],"metadata":{},"nbformat":4,"nbformat_minor":5}',
  ),
  json: Buffer.from('{"name":"Åsa","list":[1,2,{"a":null}]}'),
  xml: Buffer.from(
    `${XML}<rss version="2.0"><channel><title>News</title><item><title>One</title></item></channel></rss>`,
  ),
  txt: Buffer.from('Some words.\n\nAnd more.\n'),
};
