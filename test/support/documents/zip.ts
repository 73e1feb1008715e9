import { crc32, deflateRawSync } from 'node:zlib';

export type Parts = Record<string, string | Uint8Array>;

const UTF8 = 0x800;
const DATE = 0x21;

/**
 * Returns a zip archive with these parts in this order; several may have the same name. `stored` names the parts that
 * are not compressed, such as the `mimetype` of ODF and EPUB.
 */
export function buildZip(
  parts: Parts | readonly (readonly [string, string | Uint8Array])[],
  stored: readonly string[] = [],
): Buffer {
  const entries = Array.isArray(parts) ? parts : Object.entries(parts);
  const pieces: Uint8Array[] = [];
  const directory: Buffer[] = [];
  // Some archives have the same content thousands of times.
  const known = new Map<string | Uint8Array, ReturnType<typeof deflated>>();
  let offset = 0;
  for (const [name, content] of entries) {
    const one = known.get(content) ?? deflated(content);
    known.set(content, one);
    const { raw, crc } = one;
    const packed = stored.includes(name) ? raw : one.bytes;
    const path = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(UTF8, 2);
    fields.writeUInt16LE(stored.includes(name) ? 0 : 8, 4);
    fields.writeUInt16LE(DATE, 8);
    fields.writeUInt32LE(crc, 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(raw.length, 18);
    fields.writeUInt16LE(path.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    pieces.push(Buffer.from('PK\u0003\u0004', 'latin1'), fields, path, packed);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), fields, place, path);
    offset += 30 + path.length + packed.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(Math.min(0xffff, entries.length), 8);
  end.writeUInt16LE(Math.min(0xffff, entries.length), 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...pieces, central, end]);
}

function deflated(content: string | Uint8Array): { raw: Buffer; bytes: Buffer; crc: number } {
  const raw = Buffer.from(content);
  // The best compression of a large part would take longer than the rest of the test.
  const level = raw.length > 1024 * 1024 ? 1 : 9;
  return { raw, bytes: deflateRawSync(raw, { level }), crc: crc32(raw) };
}

/** A PNG of one pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

export function xml(body: string): string {
  return `${XML}\n${body}`;
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Returns the `[Content_Types].xml` of an Office document with the types of these parts. */
export function contentTypes(overrides: Record<string, string>): string {
  const lines = Object.entries(overrides).map(
    ([part, type]) => `<Override PartName="/${part}" ContentType="${type}"/>`,
  );
  return xml(
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>${lines.join('')}</Types>`,
  );
}

export function relationships(
  list: readonly (readonly [id: string, kind: string, target: string, external?: boolean])[],
): string {
  const base = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const lines = list.map(
    ([id, kind, target, external]) =>
      `<Relationship Id="${id}" Type="${base}/${kind}" Target="${escapeXml(target)}"${external === true ? ' TargetMode="External"' : ''}/>`,
  );
  return xml(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${lines.join('')}</Relationships>`,
  );
}
