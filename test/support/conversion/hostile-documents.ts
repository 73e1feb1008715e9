import { gzipSync } from 'node:zlib';
import { docx, par, run } from '../documents/docx.js';
import { epub } from '../documents/epub.js';
import { openDocument } from '../documents/open-document.js';
import { pdf, type PdfExtras } from '../documents/pdf.js';
import { xlsx } from '../documents/workbooks.js';
import { relationships, zipOf } from '../documents/zip.js';

const MIB = 1024 * 1024;

/** The size of one part of a document: all that it can harm by, or just too much. */
type Amount = (whole: number, less: number) => number;

/** A document that is made to harm, by what it does. It is made when it is needed, since some are large. */
export interface HostileDocument {
  name: string;
  make: (amount: Amount) => Buffer;
}

export const WHOLE: Amount = (whole) => whole;

const filled = (mib: number, text = 'A'): Buffer => Buffer.alloc(mib * MIB, text);
const X = par(run('x'));
const nest = (open: string, close: string, depth: number, inside = 'x'): string =>
  open.repeat(depth) + inside + close.repeat(depth);

/** A PDF of one page and eight objects. */
const pdfOf = (more: PdfExtras = {}): Buffer =>
  pdf([[{ x: 72, y: 700, size: 24, text: 'x' }]], more);

/** An archive of one part, whose records state a size or flags that are not the real ones. */
function lying(
  content: string | Buffer,
  { size, flags }: { size?: number; flags?: number },
): Buffer {
  const bytes = zipOf({ 'word/document.xml': content });
  // The central record has one field more before them.
  for (const at of [0, bytes.lastIndexOf('PK\u0001\u0002', undefined, 'latin1') + 2]) {
    if (size !== undefined) bytes.writeUInt32LE(size, at + 22);
    if (flags !== undefined) bytes.writeUInt16LE(flags | bytes.readUInt16LE(at + 6), at + 6);
  }
  return bytes;
}

/** The Compound File header of old Office documents, with sector chains that lead to themselves. */
function loopingCompoundFile(): Buffer {
  const file = Buffer.alloc(512 * 4, 0);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.writeUInt16LE(0x3e, 24);
  file.writeUInt16LE(3, 26);
  file.writeUInt16LE(0xfffe, 28);
  file.writeUInt16LE(9, 30);
  file.writeUInt16LE(6, 32);
  file.writeUInt32LE(1, 44); // sectors of the table of chains
  file.writeUInt32LE(1, 48); // where the directory begins
  file.writeUInt32LE(4096, 56);
  file.writeUInt32LE(1, 60); // small chains: the same sector
  file.writeUInt32LE(0xffff, 64);
  file.writeUInt32LE(0, 68); // the table goes on in itself
  file.writeUInt32LE(0xffff, 72);
  for (let at = 76; at < 512; at += 4) file.writeUInt32LE(0, at);
  for (let at = 512; at < 1024; at += 4) file.writeUInt32LE(1, at);
  const entry = Buffer.alloc(128);
  entry.write('Root Entry\0', 'utf16le');
  entry.writeUInt16LE(22, 64);
  entry[66] = 5;
  for (const at of [68, 72, 76]) entry.writeUInt32LE(0, at); // its own brothers and child
  entry.writeUInt32LE(1, 116);
  entry.writeUInt32LE(0x7fffffff, 120);
  for (let at = 1024; at < 2048; at += 128) entry.copy(file, at);
  return file;
}

const ENTITY_BOMB = `<!DOCTYPE w:document [<!ENTITY a "${'ha'.repeat(50)}">${Array.from('bcdefghijk', (name, index) => `<!ENTITY ${name} "${`&${'abcdefghij'[index]};`.repeat(10)}">`).join('')}]>`;

export const BOMBS: Record<string, HostileDocument> = {
  'a gigabyte in one part of a docx': {
    name: 'a.docx',
    make: (amount) => docx('', { 'word/document.xml': filled(amount(1024, 260), ' ') }),
  },
  'thirty large pictures in a docx': {
    name: 'a.docx',
    make: (amount) => {
      const picture = filled(40, '\0');
      return zipOf({
        ...Object.fromEntries(
          Array.from({ length: amount(30, 14) }, (_, n) => [`word/media/${n}.png`, picture]),
        ),
        'word/document.xml': X,
      });
    },
  },
  'a sheet of a hundred million bytes of cells': {
    name: 'a.xlsx',
    make: (amount) => xlsx('<row><c><v>1</v></c></row>'.repeat(amount(4_000_000, 120_000))),
  },
  'a sheet whose one cell says that it is the last there can be': {
    name: 'a.xlsx',
    make: () => xlsx('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
  },
  'repeated rows and columns of an ods': {
    name: 'a.ods',
    make: () =>
      openDocument(
        'spreadsheet',
        '<table:table table:name="a"><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row></table:table>',
      ),
  },
  'a book with a chapter of 300 MiB': {
    name: 'a.epub',
    make: (amount) => epub('T', 'A', [filled(amount(300, 40), '<b>').toString('latin1')]),
  },
  'many thousand entries': {
    name: 'a.docx',
    make: (amount) =>
      zipOf(
        Object.fromEntries(
          Array.from({ length: amount(65_000, 20_001) }, (_, n) => [`word/${n}.xml`, 'x']),
        ),
      ),
  },
  'archives in archives': {
    name: 'a.docx',
    make: () => {
      let inner = filled(16, '\0');
      for (let depth = 0; depth < 6; depth += 1)
        inner = zipOf(
          Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`${n}.docx`, inner])),
        );
      return docx(X, { 'word/embeddings/a.docx': inner });
    },
  },
  'entities that grow a billion times': {
    name: 'a.docx',
    make: () => docx('<w:p><w:r><w:t>&k;</w:t></w:r></w:p>', {}, ENTITY_BOMB),
  },
  'the same in XML': {
    name: 'a.xml',
    make: () => Buffer.from(`<?xml version="1.0"?>${ENTITY_BOMB}<w:document>&k;</w:document>`),
  },
  'ten million commas': { name: 'a.csv', make: (amount) => filled(amount(10, 2), ',') },
  'ten million tabs': { name: 'a.tsv', make: (amount) => filled(amount(10, 2), '\t') },
  'ten million line ends': { name: 'a.csv', make: (amount) => filled(amount(10, 2), '\n') },
  'a quote that never ends': {
    name: 'a.csv',
    make: (amount) => Buffer.concat([Buffer.from('a,"'), filled(amount(20, 5))]),
  },
  'a line of fifty million characters': { name: 'a.txt', make: (amount) => filled(amount(50, 33)) },
  'a row and then wide rows in HTML': {
    name: 'a.html',
    make: () =>
      Buffer.from(
        `<table>${`<tr>${'<td colspan=1000 rowspan=65534>x'.repeat(100)}`.repeat(100)}</table>`,
      ),
  },
  'compressed twice': { name: 'a.docx', make: (amount) => gzipSync(filled(amount(256, 32))) },
  'a stream of a PDF that is gigabytes long': {
    name: 'a.pdf',
    make: () => pdfOf({ objects: ['<< /Length 99999999999 >>\nstream\nx\nendstream'] }),
  },
};

export const TWISTED: Record<string, HostileDocument> = {
  'an entry that says it is small': {
    name: 'a.docx',
    make: () => lying(filled(64), { size: 10 }),
  },
  'an entry that says it is huge': {
    name: 'a.docx',
    make: () => lying('x', { size: 0xfffffffe }),
  },
  'names that lead out of the folder': {
    name: 'a.docx',
    make: () =>
      docx(X, {
        '../../../tmp/evil.png': 'x',
        '/etc/evil.png': 'x',
        'word/media/..\\..\\evil.png': 'x',
        'word/media/a\0b.png': 'x',
        'word/_rels/document.xml.rels': relationships([['rId1', 'image', '../../../etc/passwd']]),
      }),
  },
  'relations that lead to themselves': {
    name: 'a.docx',
    make: () =>
      docx('<w:altChunk r:id="rId1"/><w:p/>', {
        'word/_rels/document.xml.rels': relationships([['rId1', 'aFChunk', 'document.xml']]),
      }),
  },
  'the same entry twice': {
    name: 'a.docx',
    make: () => {
      const two = zipOf({ 'word/document.xml': '1', 'word/document.xm_': '2' });
      return Buffer.from(two.toString('latin1').replaceAll('xm_', 'xml'), 'latin1');
    },
  },
  'an encrypted entry': {
    name: 'a.docx',
    make: () => lying('secret', { flags: 1 }),
  },
  'an encrypted PDF': {
    name: 'a.pdf',
    make: () =>
      pdfOf({
        objects: [
          `<< /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`,
        ],
        trailer: `/Encrypt 9 0 R /ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>] `,
      }),
  },
  'pages that are their own parents': {
    name: 'a.pdf',
    make: () =>
      Buffer.from(pdfOf().toString('latin1').replace('/Kids [7 0 R]', '/Kids [2 0 R]'), 'latin1'),
  },
  'a PDF whose tables follow each other in a ring': {
    name: 'a.pdf',
    make: () => pdfOf({ trailer: '/Prev 9 ' }),
  },
  'a deep tree of arrays in a PDF': {
    name: 'a.pdf',
    make: () => pdfOf({ objects: [nest('[', ']', 200_000)] }),
  },
  'an old document whose chains lead to themselves': { name: 'a.doc', make: loopingCompoundFile },
  'an old sheet like that': { name: 'a.xls', make: loopingCompoundFile },
  'old slides like that': { name: 'a.ppt', make: loopingCompoundFile },
  'a message like that': { name: 'a.msg', make: loopingCompoundFile },
  'tables in tables of a docx': {
    name: 'a.docx',
    make: (amount) =>
      docx(nest('<w:tbl><w:tr><w:tc>', '</w:tc></w:tr></w:tbl>', amount(20_000, 4_000), X)),
  },
  'lists in lists of an odt': {
    name: 'a.odt',
    make: (amount) =>
      openDocument(
        'text',
        nest('<text:list><text:list-item>', '</text:list-item></text:list>', amount(50_000, 8_000)),
      ),
  },
  'elements in elements of HTML': {
    name: 'a.html',
    make: (amount) =>
      Buffer.from(nest('<div><b><ul><li>', '</li></ul></b></div>', amount(100_000, 20_000))),
  },
  'tables in tables of HTML': {
    name: 'a.html',
    make: () => Buffer.from(nest('<table><tr><td>', '</td></tr></table>', 20_000)),
  },
  'groups in groups of an rtf': {
    name: 'a.rtf',
    make: () => Buffer.from(`{\\rtf1 ${nest('{\\b ', '}', 300_000)}}`),
  },
  'an rtf with binary of a length that is not there': {
    name: 'a.rtf',
    make: () => Buffer.from('{\\rtf1 a\\bin2147483647 b\\par}'),
  },
  'lists in lists of JSON': {
    name: 'a.json',
    make: () => Buffer.from(nest('[', ']', 500_000, '1')),
  },
  'cells in cells of a notebook': {
    name: 'a.ipynb',
    make: () => Buffer.from(`{"nbformat":4,"cells":${nest('[', ']', 200_000, '1')}}`),
  },
  'parts in parts of a message': {
    name: 'a.eml',
    make: () =>
      Buffer.from(
        Array.from(
          { length: 5_000 },
          (_, n) => `Content-Type: multipart/mixed; boundary="${n}"\r\n\r\n--${n}\r\n`,
        ).join(''),
      ),
  },
  'a header of a message that is megabytes long': {
    name: 'a.eml',
    make: () => Buffer.from(`Subject: ${'=?utf-8?Q?=20?= '.repeat(500_000)}\r\n\r\nx`),
  },
  macros: {
    name: 'a.docm',
    make: () => docx(X, { 'word/vbaProject.bin': loopingCompoundFile() }),
  },
  'a name that is no name': {
    name: '../../../../etc/passwd\0.docx',
    make: () => docx(X),
  },
  'nothing at all': { name: 'a.docx', make: () => Buffer.alloc(0) },
  'the beginning of an archive': { name: 'a.docx', make: () => Buffer.from('PK\x03\x04') },
  'half a character': { name: 'a.txt', make: () => Buffer.from([0x61, 0xe2, 0x82]) },
};
