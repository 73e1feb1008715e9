/** PDFs that break the rules in ways that readers tolerate, each with the same three pages. */
import { pdf } from './pdf.js';
import { encrypted, type PdfCipher } from './pdf-encryption.js';
import {
  changed,
  deflated,
  buildFile,
  parseObjects,
  buildPackedFile,
  type PdfObject,
} from './pdf-writer.js';

export const PAGE_TEXTS = [
  'The first page says what an invoice is.',
  'The second page says what it costs.',
  'The third page says when it is paid.',
];

const page = (text: string) => [{ x: 72, y: 700, size: 12, text }];
const whole = (): PdfObject[] => parseObjects(pdf(PAGE_TEXTS.map(page)));

const lengths = (length: string) =>
  buildFile(changed(whole(), (body) => body.replace(/\/Length \d+/, length)));
const junk = (length: number) => Buffer.alloc(length, 'junk of a mail\n');
const withTree = (change: (body: string, number: number) => string) =>
  buildFile(changed(whole(), change));

function updated(prev: string): Buffer {
  const [first] = PAGE_TEXTS;
  const objects = whole();
  const original = buildFile(
    changed(objects, (body) => body.replace(first ?? '', 'An earlier first page.')),
  );
  const changedOne = objects.find(({ body }) => body.includes(first ?? ''));
  const { number = 0, body = Buffer.alloc(0) } = changedOne ?? {};
  const place = original.length;
  const object = Buffer.concat([Buffer.from(`${number} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
  const at = place + object.length;
  const table = `xref\n${number} 1\n${String(place).padStart(10, '0')} 00000 n \ntrailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Prev ${prev} >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([original, object, Buffer.from(table)]);
}

/** Returns a file that is cut off in the objects after the last page, like an incomplete download. */
function cutAfterPages(): Buffer {
  const file = buildFile(deflated(whole()));
  return file.subarray(0, file.lastIndexOf('xref\n0'));
}

function crlf(): Buffer {
  return Buffer.from(buildFile(whole()).toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
}

/** Returns a linearized file that is cut off within its table. */
function linearized(): Buffer {
  const objects = [
    {
      number: 90,
      body: Buffer.from('<< /Linearized 1 /L 999999 /H [500 100] /O 7 /E 800 /N 3 /T 999000 >>'),
    },
    ...whole(),
  ];
  const file = buildFile(objects, { startxref: '0' });
  return file.subarray(0, file.lastIndexOf('xref\n0') + 40);
}

const CIPHERS: readonly PdfCipher[] = ['RC4 40', 'RC4 128', 'AES 128', 'AES 256'];

function encryptedFile(cipher: PdfCipher): Buffer {
  const { objects, trailer } = encrypted(whole(), cipher);
  return buildFile(objects, { trailer });
}

/** Functions that build broken files, by their defect. */
export const BROKEN_PDFS: Readonly<Record<string, () => Buffer>> = {
  'a table whose places are all wrong': () => buildFile(whole(), { shift: 7 }),
  'a table whose places are all nothing': () => buildFile(whole(), { shift: -100_000 }),
  'a table that begins with the wrong number': () => buildFile(whole(), { first: 1 }),
  'entries of the table that are too short': () => buildFile(whole(), { entryEnd: '\n' }),
  'startxref that leads nowhere': () => buildFile(whole(), { startxref: '99999999' }),
  'startxref that leads into an object': () => buildFile(whole(), { startxref: '20' }),
  'startxref of 0': () => buildFile(whole(), { startxref: '0' }),
  'no end of file': () => buildFile(whole(), { end: '' }),
  'no end of file and no table': () => {
    const file = buildFile(whole());
    return file.subarray(0, file.indexOf('xref'));
  },
  'junk of 10 KB after the end': () => Buffer.concat([buildFile(whole()), junk(10_000)]),
  'zeros of 100 KB after the end': () => Buffer.concat([buildFile(whole()), Buffer.alloc(100_000)]),
  'no endobj': () => buildFile(whole(), { endobj: '' }),
  'no endobj and a wrong table': () => buildFile(whole(), { endobj: '', shift: 7 }),
  'a header that says no version': () => buildFile(whole(), { header: '%PDF-\n' }),
  'a header without a line of its own': () => buildFile(whole(), { header: '%PDF-1.4 ' }),
  'some bytes before the header': () => buildFile(whole(), { before: junk(10) }),
  'a kilobyte before the header': () => buildFile(whole(), { before: junk(1_000) }),
  'five kilobytes before the header': () => buildFile(whole(), { before: junk(5_000) }),
  'a header that is missing': () => buildFile(whole(), { header: '' }),
  'a linearized file that is cut off': linearized,
  'a file that ends after its last page': cutAfterPages,
  'an update whose earlier table is not there': () => updated('99999999'),
  'an update whose earlier table is the update itself': () => updated('0'),
  'line ends that a transfer has changed': crlf,
  'objects in streams': () => buildPackedFile(whole()),
  'objects in streams with a damaged table': () =>
    buildPackedFile(whole(), (table) => table.fill(0xff, 4, 12)),
  'objects in streams with a table that is cut off': () =>
    buildPackedFile(whole(), (table) => table.subarray(0, table.length / 2)),
  'objects in streams that end without their checksum': () =>
    buildPackedFile(whole(), undefined, (packed) => packed.subarray(0, -4)),
  'streams that are shorter than they say': () => lengths('/Length 9999'),
  'streams that are longer than they say': () => lengths('/Length 3'),
  'streams of no length': () => lengths('/Length 0'),
  'streams that do not say their length': () => lengths(''),
  'streams whose length is an object that is missing': () => lengths('/Length 77 0 R'),
  'streams that are deflated with a wrong length': () =>
    buildFile(changed(deflated(whole()), (body) => body.replace(/\/Length \d+/, '/Length 5'))),
  'deflated streams without their checksum': () =>
    buildFile(deflated(whole(), (data) => data.subarray(0, -4))),
  'deflated streams with a wrong checksum': () =>
    buildFile(deflated(whole(), (data) => Buffer.concat([data.subarray(0, -4), Buffer.alloc(4)]))),
  'streams with a name of their filter for short': () =>
    buildFile(changed(deflated(whole()), (body) => body.replace('/FlateDecode', '/Fl'))),
  'streams without endstream': () =>
    buildFile(
      changed(whole(), (body) => body.replace(/\nendstream$/, '')),
      { shift: 3 },
    ),
  'a tree of pages without types': () =>
    withTree((body) => body.replaceAll(/\/Type \/Pages?\b/g, '')),
  'a tree of pages without a count': () => withTree((body) => body.replace(/\/Count \d+/, '')),
  'a tree of pages with a wrong count': () =>
    withTree((body) => body.replace(/\/Count \d+/, '/Count 1')),
  'a tree of pages that counts too many': () =>
    withTree((body) => body.replace(/\/Count \d+/, '/Count 50')),
  'a tree of pages that counts less than none': () =>
    withTree((body) => body.replace(/\/Count \d+/, '/Count -3')),
  'pages without a parent and a size': () =>
    withTree((body) => body.replace('/Parent 2 0 R', '').replace(/\/MediaBox \[[^\]]*\]/, '')),
  'a tree of pages that holds itself': () =>
    withTree((body) => body.replace('/Kids [', '/Kids [2 0 R ')),
  'a tree of pages with one that is missing': () =>
    withTree((body) => body.replace('/Kids [', '/Kids [88 0 R ')),
  'a catalog without a type': () => withTree((body) => body.replace('/Type /Catalog', '')),
  'a trailer whose root is missing': () => buildFile(whole(), { root: '77 0 R' }),
  'a trailer whose root is a font': () => buildFile(whole(), { root: '3 0 R' }),
  'a content that is an array with one that is missing': () =>
    withTree((body) => body.replace(/\/Contents (\d+ 0 R)/, '/Contents [77 0 R $1]')),
  ...Object.fromEntries(
    CIPHERS.map((cipher) => [
      `encryption by ${cipher} with an empty password`,
      () => encryptedFile(cipher),
    ]),
  ),
  'encryption by RC4 128 and a wrong table': () => {
    const { objects, trailer } = encrypted(whole(), 'RC4 128');
    return buildFile(objects, { trailer, shift: 7 });
  },
};

/** Builds the same pages without errors. */
export const WHOLE_PDF = (): Buffer => buildFile(whole());
