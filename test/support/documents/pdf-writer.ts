/** PDFs that are written object by object, so that each part can be wrong. */
import { deflateSync } from 'node:zlib';

/** An object of a PDF: its number, and the content between `obj` and `endobj`. */
export interface PdfObject {
  number: number;
  body: Buffer;
}

/** Returns the objects of a PDF that `pdf` has built, in the order of the file. */
export function parseObjects(file: Buffer): PdfObject[] {
  const text = file.toString('latin1');
  return Array.from(text.matchAll(/(\d+) 0 obj\n([^]*?)\nendobj\n/g), ([, number, body = '']) => ({
    number: Number(number),
    body: Buffer.from(body, 'latin1'),
  }));
}

/** Returns the dictionary and the data of a stream; undefined if the object is not a stream. */
export function parseStream({ body }: PdfObject): { dictionary: string; data: Buffer } | undefined {
  const begin = body.indexOf('\nstream\n');
  const end = body.lastIndexOf('\nendstream');
  if (begin < 0 || end < 0) return undefined;
  return {
    dictionary: body.toString('latin1', 0, begin),
    data: body.subarray(begin + '\nstream\n'.length, end),
  };
}

export function streamBody(dictionary: string, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${dictionary}\nstream\n`), data, Buffer.from('\nendstream')]);
}

/** The parts of a file that can be wrong. */
export interface Written {
  /** Bytes before the header. */
  before?: Buffer;
  header?: string;
  endobj?: string;
  /** Number that is added to each offset of the table. */
  shift?: number;
  /** First object number that the table states. */
  first?: number;
  /** Line end of the entries of the table. */
  entryEnd?: string;
  /** Text after `startxref`, in place of the offset of the table. */
  startxref?: string;
  end?: string;
  trailer?: string;
  root?: string;
}

/** Builds a file with a table of its objects. */
export function buildFile(objects: readonly PdfObject[], written: Written = {}): Buffer {
  const { endobj = 'endobj\n', shift = 0, first = 0, entryEnd = ' \n', root = '1 0 R' } = written;
  const parts: Buffer[] = [Buffer.from(written.header ?? '%PDF-1.5\n')];
  let at = parts[0]?.length ?? 0;
  const offsets = new Map<number, number>();
  for (const { number, body } of objects) {
    const part = Buffer.concat([
      Buffer.from(`${number} 0 obj\n`),
      body,
      Buffer.from(`\n${endobj}`),
    ]);
    offsets.set(number, at);
    at += part.length;
    parts.push(part);
  }
  const size = Math.max(...offsets.keys()) + 1;
  const entry = (place: number, kind: string) =>
    `${String(place).padStart(10, '0')} ${kind === 'f' ? '65535' : '00000'} ${kind}${entryEnd}`;
  const table = Array.from({ length: size }, (_, number) => {
    const offset = offsets.get(number);
    return offset === undefined ? entry(0, 'f') : entry(offset + shift, 'n');
  });
  const { startxref = String(at), trailer = '', end = '%%EOF\n' } = written;
  parts.push(
    Buffer.from(
      `xref\n${first} ${size}\n${table.join('')}trailer\n<< /Size ${size} /Root ${root} ${trailer}>>\nstartxref\n${startxref}\n${end}`,
    ),
  );
  return Buffer.concat([written.before ?? Buffer.alloc(0), ...parts]);
}

/**
 * Builds a file like those of PDF 1.5, with all objects except streams in an object stream, and the table in another
 * stream.
 */
export function buildPackedFile(
  objects: readonly PdfObject[],
  spoil: (table: Buffer) => Buffer = (table) => table,
  spoilObjects: (packed: Buffer) => Buffer = (packed) => packed,
): Buffer {
  const streams = objects.filter((object) => parseStream(object) !== undefined);
  const others = objects.filter((object) => parseStream(object) === undefined);
  const size = Math.max(...objects.map(({ number }) => number)) + 3;
  const [packing, listing] = [size - 2, size - 1];
  let place = 0;
  const heads = others.map(({ number, body }) => {
    const head = `${number} ${place}`;
    place += body.length + 1;
    return head;
  });
  const head = `${heads.join(' ')}\n`;
  const packed = spoilObjects(
    deflateSync(
      Buffer.concat([
        Buffer.from(head),
        ...others.flatMap(({ body }) => [body, Buffer.from('\n')]),
      ]),
    ),
  );
  const holder = streamBody(
    `<< /Type /ObjStm /N ${others.length} /First ${head.length} /Filter /FlateDecode /Length ${packed.length} >>`,
    packed,
  );
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n')];
  const rows = Buffer.alloc(size * 7);
  let at = parts[0]?.length ?? 0;
  const row = (number: number, kind: number, where: number, index: number) => {
    rows.writeUInt8(kind, number * 7);
    rows.writeUInt32BE(where, number * 7 + 1);
    rows.writeUInt16BE(index, number * 7 + 5);
  };
  for (const { number, body } of [...streams, { number: packing, body: holder }]) {
    const part = Buffer.concat([Buffer.from(`${number} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    row(number, 1, at, 0);
    at += part.length;
    parts.push(part);
  }
  for (const [index, { number }] of others.entries()) row(number, 2, packing, index);
  row(listing, 1, at, 0);
  const table = spoil(deflateSync(rows));
  const list = streamBody(
    `<< /Type /XRef /W [1 4 2] /Size ${size} /Root 1 0 R /Filter /FlateDecode /Length ${table.length} >>`,
    table,
  );
  parts.push(
    Buffer.from(`${listing} 0 obj\n`),
    list,
    Buffer.from(`\nendobj\nstartxref\n${at}\n%%EOF\n`),
  );
  return Buffer.concat(parts);
}

/** Returns the objects with the data of their streams deflated. */
export function deflated(
  objects: readonly PdfObject[],
  change: (data: Buffer) => Buffer = (data) => data,
): PdfObject[] {
  return objects.map((object) => {
    const stream = parseStream(object);
    if (stream === undefined) return object;
    const data = change(deflateSync(stream.data));
    return {
      ...object,
      body: streamBody(`<< /Filter /FlateDecode /Length ${data.length} >>`, data),
    };
  });
}

/** Returns the objects with `change` applied to their bodies, as Latin-1 text. */
export function changed(
  objects: readonly PdfObject[],
  change: (body: string, number: number) => string,
): PdfObject[] {
  return objects.map(({ number, body }) => ({
    number,
    body: Buffer.from(change(body.toString('latin1'), number), 'latin1'),
  }));
}
