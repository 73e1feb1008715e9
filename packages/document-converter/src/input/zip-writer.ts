import { crc32 } from 'node:zlib';

const UTF8 = 0x800;
/** 1 January 1980: the same parts give the same archive. */
const DATE = 0x21;

/** Returns an uncompressed zip archive of parts: its sizes and checksums are true. */
export function storedZip(parts: Iterable<readonly [string, Buffer]>): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  let count = 0;
  for (const [name, data] of parts) {
    const path = Buffer.from(name, 'utf8');
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(UTF8, 2);
    fields.writeUInt16LE(DATE, 8);
    fields.writeUInt32LE(crc32(data), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(data.length, 18);
    fields.writeUInt16LE(path.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const made = Buffer.from([20, 0]);
    pieces.push(Buffer.from('PK\u0003\u0004', 'latin1'), fields, path, data);
    directory.push(Buffer.from('PK\u0001\u0002', 'latin1'), made, fields, place, path);
    offset += 30 + path.length + data.length;
    count += 1;
  }
  const length = directory.reduce((sum, piece) => sum + piece.length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...pieces, ...directory, end]);
}
