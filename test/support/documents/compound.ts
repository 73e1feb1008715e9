// Documents in the container of earlier Office versions, written by hand.
import { CFB } from '@e965/xlsx';

/** A compound file of these streams. */
export function compoundFile(streams: Record<string, Buffer>): Buffer {
  const file = CFB.utils.cfb_new();
  for (const [name, content] of Object.entries(streams))
    CFB.utils.cfb_add(file, `/${name}`, content);
  const written: unknown = CFB.write(file, { type: 'buffer', fileType: 'cfb' });
  if (!Buffer.isBuffer(written)) throw new Error('the compound file was not written');
  return withFreeSectors(written);
}

/** The library leaves zeros in its table of sectors where the file has none; strict readers want them marked as free. */
function withFreeSectors(file: Buffer): Buffer {
  const table = 512 * (file.readUInt32LE(76) + 1);
  for (let sector = file.length / 512 - 1; sector < 128; sector += 1)
    file.writeUInt32LE(0xffffffff, table + sector * 4);
  return file;
}

/** A mail of Outlook. */
export function msg(mail: { subject: string; from: string; body: string; html?: string }): Buffer {
  const wide = (text: string) => Buffer.from(text, 'utf16le');
  return compoundFile({
    '__properties_version1.0': Buffer.alloc(32),
    '__substg1.0_001A001F': wide('IPM.Note'),
    '__substg1.0_0037001F': wide(mail.subject),
    '__substg1.0_0C1A001F': wide(mail.from),
    '__substg1.0_5D01001F': wide('sender@example.com'),
    '__substg1.0_1000001F': wide(mail.body),
    ...(mail.html !== undefined && { '__substg1.0_10130102': Buffer.from(mail.html, 'utf8') }),
  });
}

const TEXT_AT = 1024;

/** A document of Word 97: paragraphs of plain text, in one piece. */
export function doc(paragraphs: string[]): Buffer {
  const text = Buffer.from(`${paragraphs.join('\r')}\r`, 'utf16le');
  const characters = text.length / 2;
  const main = Buffer.alloc(Math.max(4096, TEXT_AT + text.length));
  main.writeUInt16LE(0xa5ec, 0);
  main.writeUInt16LE(0x00c1, 2);
  main.writeUInt16LE(0x0409, 6);
  main.writeUInt16LE(0x0200, 10);
  main.writeUInt16LE(0x00bf, 12);
  main.writeUInt32LE(TEXT_AT, 24);
  main.writeUInt32LE(TEXT_AT + text.length, 28);
  main.writeUInt16LE(14, 32);
  main.writeUInt16LE(22, 62);
  main.writeUInt32LE(TEXT_AT + text.length, 64);
  main.writeUInt32LE(characters, 76);
  main.writeUInt16LE(93, 152);
  // Where the piece table is: the 34th pair of offset and length.
  main.writeUInt32LE(0, 154 + 33 * 8);
  main.writeUInt32LE(21, 154 + 33 * 8 + 4);
  text.copy(main, TEXT_AT);
  const table = Buffer.alloc(4096);
  table.writeUInt8(2, 0);
  table.writeUInt32LE(16, 1);
  table.writeUInt32LE(0, 5);
  table.writeUInt32LE(characters, 9);
  table.writeUInt32LE(TEXT_AT, 15);
  return compoundFile({ WordDocument: main, '1Table': table });
}

function record(type: number, body: Buffer, container = false, instance = 0): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16LE((container ? 0xf : 0) | (instance << 4), 0);
  head.writeUInt16LE(type, 2);
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

function words(...values: number[]): Buffer {
  const out = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) out.writeUInt32LE(value, index * 4);
  return out;
}

/** A presentation of PowerPoint 97: of each slide its title and the lines of its body. */
export function ppt(slides: { title: string; lines: string[] }[]): Buffer {
  const text = (kind: number, value: string) =>
    Buffer.concat([record(3999, words(kind)), record(4000, Buffer.from(value, 'utf16le'))]);
  const list = slides.map(({ title, lines }, index) =>
    Buffer.concat([
      record(1011, words(index + 2, 0, 2, 256 + index, 0)),
      text(0, title),
      text(1, lines.join('\r')),
    ]),
  );
  const document = record(
    1000,
    Buffer.concat([record(1001, Buffer.alloc(40)), record(4080, Buffer.concat(list), true, 0)]),
    true,
  );
  const slide = () => record(1006, record(1007, Buffer.alloc(24)), true);
  const parts = [document, ...slides.map(slide)];
  const offsets = parts.map((_, index) =>
    parts.slice(0, index).reduce((sum, part) => sum + part.length, 0),
  );
  const end = parts.reduce((sum, part) => sum + part.length, 0);
  const directory = record(6002, words((parts.length << 20) | 1, ...offsets));
  const edit = record(4085, words(0, 0, 0, end, 1, parts.length + 1, 0));
  const user = record(
    4086,
    Buffer.concat([words(20, 0xe391c05f, end + directory.length), Buffer.alloc(12)]),
  );
  return compoundFile({
    'Current User': user,
    'PowerPoint Document': Buffer.concat([...parts, directory, edit]),
  });
}
