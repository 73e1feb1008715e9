import { crc32 } from 'node:zlib';

const UTF8 = 0x800;
/** 1 January 1980: the same parts give the same archive. */
const DATE = 0x21;

/** Returns an uncompressed zip archive of parts: its sizes and checksums are true. */
export function storedZip(parts: Iterable<readonly [string, Buffer]>): Buffer {
  const entries = Array.from(parts, ([name, data]) => ({ path: Buffer.from(name, 'utf8'), data }));
  const length = entries.reduce(
    (sum, { path, data }) => sum + 76 + path.length * 2 + data.length,
    22,
  );
  const out = Buffer.alloc(length);
  let at = 0;
  const directory = entries.map(({ path, data }) => {
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(UTF8, 2);
    fields.writeUInt16LE(DATE, 8);
    fields.writeUInt32LE(crc32(data), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(data.length, 18);
    fields.writeUInt16LE(path.length, 22);
    const offset = at;
    at += out.write('PK\u0003\u0004', at, 'latin1');
    for (const piece of [fields, path, data]) at += piece.copy(out, at);
    return { path, fields, offset };
  });
  const start = at;
  for (const { path, fields, offset } of directory) {
    at += out.write('PK\u0001\u0002\u0014\0', at, 'latin1');
    at += fields.copy(out, at);
    out.writeUInt32LE(offset, at + 10);
    at += 14 + path.copy(out, at + 14);
  }
  out.write('PK\u0005\u0006', at, 'latin1');
  out.writeUInt16LE(entries.length, at + 8);
  out.writeUInt16LE(entries.length, at + 10);
  out.writeUInt32LE(at - start, at + 12);
  out.writeUInt32LE(start, at + 16);
  return out;
}
