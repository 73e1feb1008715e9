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

/** A mail of Outlook; of each attachment its name and content. */
export function msg(mail: {
  subject: string;
  from: string;
  body: string;
  html?: string;
  attachments?: [string, Buffer][];
}): Buffer {
  const wide = (text: string) => Buffer.from(text, 'utf16le');
  const attached = (mail.attachments ?? []).flatMap(([name, content], index) => {
    const storage = `__attach_version1.0_#0000000${index}`;
    return [
      [`${storage}/__properties_version1.0`, Buffer.alloc(8)],
      [`${storage}/__substg1.0_3707001F`, wide(name)],
      [`${storage}/__substg1.0_37010102`, content],
    ] as const;
  });
  return compoundFile({
    '__properties_version1.0': Buffer.alloc(32),
    '__substg1.0_001A001F': wide('IPM.Note'),
    '__substg1.0_0037001F': wide(mail.subject),
    '__substg1.0_0C1A001F': wide(mail.from),
    '__substg1.0_5D01001F': wide('sender@example.com'),
    '__substg1.0_1000001F': wide(mail.body),
    ...(mail.html !== undefined && { '__substg1.0_10130102': Buffer.from(mail.html, 'utf8') }),
    ...Object.fromEntries(attached),
  });
}

const TEXT_AT = 1024;

const PAGE = 512;
/** Properties of text that a reader does not see. */
const PROPERTIES = { deleted: 0x0800, hidden: 0x083c };

/** Text that is deleted or hidden, as it stands in the paragraphs. */
export interface Unseen {
  text: string;
  kind: keyof typeof PROPERTIES;
}

/** Texts beside the text: each is paragraphs. A comment belongs to a `\u0005` in the text, and is by an author. */
export interface BesideText {
  headers?: string[];
  comments?: { text: string; author: string }[];
  boxes?: string[];
}

/** A document of Word 97: paragraphs of plain text, in one piece. */
export function doc(
  paragraphs: string[],
  unseen: Unseen[] = [],
  more: Record<string, Buffer> = {},
  { headers = [], comments = [], boxes = [] }: BesideText = {},
): Buffer {
  const story = (texts: string[]) => texts.map((each) => `${each}\r`).join('');
  // Text, footnotes, headers, macros, comments, notes at the end, boxes: in this order.
  const commented = story(comments.map((each) => `\u0005${each.text}`));
  const stories = [story(paragraphs), '', story(headers), '', commented, '', story(boxes)];
  const whole = stories.join('');
  const text = Buffer.from(whole, 'utf16le');
  const characters = text.length / 2;
  const properties = PAGE * Math.ceil((TEXT_AT + text.length) / PAGE);
  const main = Buffer.alloc(Math.max(4096, properties + PAGE));
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
  for (const [index, each] of stories.entries()) main.writeUInt32LE(each.length, 76 + index * 4);
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
  if (unseen.length > 0) {
    // The table of the pages with the properties of characters: the 13th pair; here one page.
    main.writeUInt32LE(64, 154 + 12 * 8);
    main.writeUInt32LE(12, 154 + 12 * 8 + 4);
    words(TEXT_AT, TEXT_AT + text.length, properties / PAGE).copy(table, 64);
    propertiesPage(whole, unseen).copy(main, properties);
  }
  writeAuthors(
    main,
    table,
    comments.map((each) => each.author),
  );
  return compoundFile({ WordDocument: main, '1Table': table, ...more });
}

/** Writes the table of comments, the 5th pair, and that of the names of their authors, the 37th. */
function writeAuthors(main: Buffer, table: Buffer, authors: string[]): void {
  if (authors.length === 0) return;
  const comments = Buffer.alloc((authors.length + 1) * 4 + authors.length * 30);
  for (const index of authors.keys())
    comments.writeUInt16LE(index, (authors.length + 1) * 4 + index * 30 + 20);
  const names = Buffer.concat(
    authors.map((name) => {
      const text = Buffer.from(`-${name}`, 'utf16le');
      text.writeUInt16LE(name.length, 0);
      return text;
    }),
  );
  comments.copy(table, 1024);
  names.copy(table, 2048);
  for (const [pair, at, { length }] of [
    [4, 1024, comments],
    [36, 2048, names],
  ] as const) {
    main.writeUInt32LE(at, 154 + pair * 8);
    main.writeUInt32LE(length, 154 + pair * 8 + 4);
  }
}

/** The page of properties: where each stretch begins, then for each half of where its properties are. */
function propertiesPage(whole: string, unseen: Unseen[]): Buffer {
  const stretches = unseen
    .map(({ text, kind }) => ({ from: whole.indexOf(text), length: text.length, kind }))
    .toSorted((a, b) => a.from - b.from);
  const places = stretches.flatMap(({ from, length }) => [from, from + length]);
  const bounds = [0, ...places, whole.length];
  const page = Buffer.alloc(PAGE);
  words(...bounds.map((each) => TEXT_AT + each * 2)).copy(page);
  const runs = bounds.length - 1;
  for (const [index, { kind }] of stretches.entries()) {
    const at = PAGE - 8 * (index + 2);
    page.writeUInt8(3, at);
    page.writeUInt16LE(PROPERTIES[kind], at + 1);
    page.writeUInt8(1, at + 3);
    page.writeUInt8(at / 2, bounds.length * 4 + index * 2 + 1);
  }
  page.writeUInt8(runs, PAGE - 1);
  return page;
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

/** A presentation of PowerPoint 97: of each slide its title and the lines of its body; kinds of embedded documents; where links go. */
export function ppt(
  slides: { title: string; lines: string[] }[],
  objects: string[] = [],
  links: string[] = [],
): Buffer {
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
    Buffer.concat([
      record(1001, Buffer.alloc(40)),
      ...objects.map((kind) =>
        record(4044, record(4026, Buffer.from(kind, 'utf16le'), false, 1), true),
      ),
      ...links.map((link) =>
        record(
          4055,
          Buffer.concat([
            record(4026, Buffer.from('here', 'utf16le'), false, 0),
            record(4026, Buffer.from(link, 'utf16le'), false, 1),
          ]),
          true,
        ),
      ),
      record(4080, Buffer.concat(list), true, 0),
    ]),
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
