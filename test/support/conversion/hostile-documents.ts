import { deflateSync, gzipSync } from 'node:zlib';
import { docx, par, run } from '../documents/docx.js';
import { epub } from '../documents/epub.js';
import { openDocument } from '../documents/open-document.js';
import { pdf, type PdfExtras } from '../documents/pdf.js';
import { buildFile, parseObjects, streamBody, parseStream } from '../documents/pdf-writer.js';
import { storedDocument } from '../documents/samples.js';
import { xlsx } from '../documents/workbooks.js';
import { relationships, buildZip } from '../documents/zip.js';

const MIB = 1024 * 1024;

/** Chooses the size of one part of a document: the harmful one, or a smaller one that is just too much. */
type Amount = (whole: number, less: number) => number;

/** A document that is made to do harm. It is only built when needed, since some are large. */
export interface HostileDocument {
  name: string;
  make: (amount: Amount) => Buffer;
}

/** Flattens documents that are grouped by file name into a record by title. */
function documents(
  named: Record<string, Record<string, HostileDocument['make']>>,
): Record<string, HostileDocument> {
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, all]) =>
      Object.entries(all).map(([title, make]) => [title, { name, make }]),
    ),
  );
}

export const WHOLE: Amount = (whole) => whole;

const filled = (mib: number, text = 'A'): Buffer => Buffer.alloc(mib * MIB, text);
const X = par(run('x'));
const nest = (open: string, close: string, depth: number, inside = 'x'): string =>
  open.repeat(depth) + inside + close.repeat(depth);

/** Returns a PDF of one page and eight objects. */
const createPdf = (more: PdfExtras = {}): Buffer =>
  pdf([[{ x: 72, y: 700, size: 24, text: 'x' }]], more);

const pdfOfContent = (content: string | Buffer): Buffer => {
  const data = deflateSync(content);
  const body = streamBody(`<< /Filter /FlateDecode /Length ${data.length} >>`, data);
  const objects = parseObjects(createPdf());
  return buildFile(
    objects.map((each) => (parseStream(each) === undefined ? each : { ...each, body })),
  );
};

const SHOWN = 'BT /F1 24 Tf 72 700 Td (x) Tj ET\n';

/** Returns an archive of one part whose records state a wrong size or wrong flags. */
function lying(
  content: string | Buffer,
  { size, flags }: { size?: number; flags?: number },
): Buffer {
  const bytes = buildZip({ 'word/document.xml': content });
  // The central record has one more field before them.
  for (const at of [0, bytes.lastIndexOf('PK\u0001\u0002', undefined, 'latin1') + 2]) {
    if (size !== undefined) bytes.writeUInt32LE(size, at + 22);
    if (flags !== undefined) bytes.writeUInt16LE(flags | bytes.readUInt16LE(at + 6), at + 6);
  }
  return bytes;
}

/** A Compound File, as of old Office documents, with sector chains that loop. */
const loopingCompoundFile = (): Buffer => storedDocument('looping.doc');

/** Returns `count` parts with the same content. */
const parts = (count: number, name: (n: number) => string, content: string | Buffer) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [name(n), content]));

const ENTITY_BOMB = `<!DOCTYPE w:document [<!ENTITY a "${'ha'.repeat(50)}">${Array.from('bcdefghijk', (name, index) => `<!ENTITY ${name} "${`&${'abcdefghij'[index]};`.repeat(10)}">`).join('')}]>`;

export const BOMBS = documents({
  'a.docx': {
    'a gigabyte in one part of a docx': (amount) =>
      docx('', { 'word/document.xml': filled(amount(1024, 260), ' ') }),
    'thirty large pictures in a docx': (amount) => {
      const pictures = parts(amount(30, 14), (n) => `word/media/${n}.png`, filled(40, '\0'));
      return buildZip({ ...pictures, 'word/document.xml': X });
    },
    'many thousand entries': (amount) =>
      buildZip(parts(amount(65_000, 20_001), (n) => `word/${n}.xml`, 'x')),
    'archives in archives': () => {
      let inner = filled(16, '\0');
      for (let depth = 0; depth < 6; depth += 1)
        inner = buildZip(parts(10, (n) => `${n}.docx`, inner));
      return docx(X, { 'word/embeddings/a.docx': inner });
    },
    'entities that grow a billion times': () =>
      docx('<w:p><w:r><w:t>&k;</w:t></w:r></w:p>', {}, ENTITY_BOMB),
    'compressed twice': (amount) => gzipSync(filled(amount(256, 32))),
  },
  'a.xlsx': {
    'a sheet of a hundred million bytes of cells': (amount) =>
      xlsx('<row><c><v>1</v></c></row>'.repeat(amount(4_000_000, 120_000))),
    'a sheet whose one cell says that it is the last there can be': () =>
      xlsx('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
  },
  'a.ods': {
    'repeated rows and columns of an ods': () =>
      openDocument(
        'spreadsheet',
        '<table:table table:name="a"><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row></table:table>',
      ),
  },
  'a.epub': {
    'a book with a chapter of 300 MiB': (amount) =>
      epub('T', 'A', [filled(amount(300, 40), '<b>').toString('latin1')]),
  },
  'a.xml': {
    'the same in XML': () =>
      Buffer.from(`<?xml version="1.0"?>${ENTITY_BOMB}<w:document>&k;</w:document>`),
  },
  'a.csv': {
    'ten million commas': (amount) => filled(amount(10, 2), ','),
    'ten million line ends': (amount) => filled(amount(10, 2), '\n'),
    'a quote that never ends': (amount) =>
      Buffer.concat([Buffer.from('a,"'), filled(amount(20, 5))]),
    'a quote that never ends before many rows': (amount) =>
      Buffer.concat([Buffer.from('a,"x\n'), filled(amount(21, 5), 'row of words,12345\n')]),
    'many quotes that never end': (amount) => filled(amount(20, 5), '"""x\n'),
    'a hundred million bytes of rows': (amount) => filled(amount(100, 20), 'a,"b, c"\n'),
  },
  'a.tsv': { 'ten million tabs': (amount) => filled(amount(10, 2), '\t') },
  'a.txt': { 'a line of fifty million characters': (amount) => filled(amount(50, 33)) },
  'a.html': {
    'a row and then wide rows in HTML': () =>
      Buffer.from(
        `<table>${`<tr>${'<td colspan=1000 rowspan=65534>x'.repeat(100)}`.repeat(100)}</table>`,
      ),
  },
  'a.pdf': {
    'millions of lines on a page of a PDF': (amount) =>
      pdfOfContent(`${SHOWN}0 0 m\n${'10 10 l S 0 0 m\n'.repeat(amount(3_000_000, 300_000))}`),
    'a line with millions of points on a page of a PDF': (amount) =>
      pdfOfContent(`${SHOWN}0 0 m\n${'10 10 l 9 1 l\n'.repeat(amount(3_000_000, 300_000))}S`),
    'a content of a PDF that expands to a gigabyte': (amount) =>
      pdfOfContent(Buffer.concat([filled(amount(1_000, 65), ' '), Buffer.from(SHOWN)])),
    'a stream of a PDF that is gigabytes long': () =>
      createPdf({ objects: ['<< /Length 99999999999 >>\nstream\nx\nendstream'] }),
  },
});

export const TWISTED = documents({
  'a.docx': {
    'an entry that says it is small': () => lying(filled(64), { size: 10 }),
    'an entry that says it is huge': () => lying('x', { size: 0xfffffffe }),
    'names that lead out of the folder': () =>
      docx(X, {
        '../../../tmp/evil.png': 'x',
        '/etc/evil.png': 'x',
        'word/media/..\\..\\evil.png': 'x',
        'word/media/a\0b.png': 'x',
        'word/_rels/document.xml.rels': relationships([['rId1', 'image', '../../../etc/passwd']]),
      }),
    'relations that lead to themselves': () =>
      docx('<w:altChunk r:id="rId1"/><w:p/>', {
        'word/_rels/document.xml.rels': relationships([['rId1', 'aFChunk', 'document.xml']]),
      }),
    'the same entry twice': () => {
      const two = buildZip({ 'word/document.xml': '1', 'word/document.xm_': '2' });
      return Buffer.from(two.toString('latin1').replaceAll('xm_', 'xml'), 'latin1');
    },
    'an encrypted entry': () => lying('secret', { flags: 1 }),
    'tables in tables of a docx': (amount) =>
      docx(nest('<w:tbl><w:tr><w:tc>', '</w:tc></w:tr></w:tbl>', amount(20_000, 4_000), X)),
    'nothing at all': () => Buffer.alloc(0),
    'the beginning of an archive': () => Buffer.from('PK\x03\x04'),
  },
  'a.pdf': {
    'an encrypted PDF': () =>
      createPdf({
        objects: [
          `<< /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`,
        ],
        trailer: `/Encrypt 9 0 R /ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>] `,
      }),
    'pages that are their own parents': () =>
      Buffer.from(
        createPdf().toString('latin1').replace('/Kids [7 0 R]', '/Kids [2 0 R]'),
        'latin1',
      ),
    'a PDF whose tables follow each other in a ring': () => createPdf({ trailer: '/Prev 9 ' }),
    'a deep tree of arrays in a PDF': () => createPdf({ objects: [nest('[', ']', 200_000)] }),
  },
  'a.doc': { 'an old document whose chains lead to themselves': loopingCompoundFile },
  'a.xls': { 'an old sheet like that': loopingCompoundFile },
  'a.ppt': { 'old slides like that': loopingCompoundFile },
  'a.msg': { 'a message like that': loopingCompoundFile },
  'a.odt': {
    'lists in lists of an odt': (amount) =>
      openDocument(
        'text',
        nest('<text:list><text:list-item>', '</text:list-item></text:list>', amount(50_000, 8_000)),
      ),
  },
  'a.html': {
    'elements in elements of HTML': (amount) =>
      Buffer.from(nest('<div><b><ul><li>', '</li></ul></b></div>', amount(100_000, 20_000))),
    'tables in tables of HTML': () =>
      Buffer.from(nest('<table><tr><td>', '</td></tr></table>', 20_000)),
  },
  'a.rtf': {
    'groups in groups of an rtf': () => Buffer.from(`{\\rtf1 ${nest('{\\b ', '}', 300_000)}}`),
    'an rtf with binary of a length that is not there': () =>
      Buffer.from('{\\rtf1 a\\bin2147483647 b\\par}'),
  },
  'a.json': { 'lists in lists of JSON': () => Buffer.from(nest('[', ']', 500_000, '1')) },
  'a.ipynb': {
    'cells in cells of a notebook': () =>
      Buffer.from(`{"nbformat":4,"cells":${nest('[', ']', 200_000, '1')}}`),
  },
  'a.eml': {
    'parts in parts of a message': () =>
      Buffer.from(
        Array.from(
          { length: 5_000 },
          (_, n) => `Content-Type: multipart/mixed; boundary="${n}"\r\n\r\n--${n}\r\n`,
        ).join(''),
      ),
    'a header of a message that is megabytes long': () =>
      Buffer.from(`Subject: ${'=?utf-8?Q?=20?= '.repeat(500_000)}\r\n\r\nx`),
  },
  'a.docm': { macros: () => docx(X, { 'word/vbaProject.bin': loopingCompoundFile() }) },
  '../../../../etc/passwd\0.docx': { 'a name that no file can have': () => docx(X) },
  'a.txt': { 'half a character': () => Buffer.from([0x61, 0xe2, 0x82]) },
});
