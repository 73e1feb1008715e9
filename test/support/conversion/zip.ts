import { deflated } from '../deflated.js';

export interface ZipEntry {
  name: string;
  content: Buffer | string;
  /** The size that the archive states, where it is not the real one. */
  says?: number;
  /** As it is, without compression. */
  stored?: boolean;
  /** General purpose flags: 1 = encrypted. */
  flags?: number;
}

interface Packed {
  local: Buffer;
  central: (offset: number) => Buffer;
}

/** A zip archive, also one that lies. */
export function zip(entries: readonly ZipEntry[], comment = ''): Buffer {
  const packed = entries.map(pack);
  let offset = 0;
  const centrals = packed.map(({ local, central }) => {
    const record = central(offset);
    offset += local.length;
    return record;
  });
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 8);
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  const locals = packed.map(({ local }) => local);
  return Buffer.concat([...locals, directory, end, Buffer.from(comment)]);
}

function pack({ name, content, says, stored = false, flags = 0 }: ZipEntry): Packed {
  const { raw: data, bytes, crc } = deflated(content);
  const body = stored ? data : bytes;
  const path = Buffer.from(name);
  // What both records have in common: from the flags to the length of the name.
  const common = Buffer.alloc(22);
  common.writeUInt16LE(flags | 0x800, 0);
  common.writeUInt16LE(stored ? 0 : 8, 2);
  common.writeUInt16LE(0x21, 6);
  common.writeUInt32LE(crc, 8);
  common.writeUInt32LE(body.length, 12);
  common.writeUInt32LE(says ?? data.length, 16);
  common.writeUInt16LE(path.length, 20);
  const local = Buffer.alloc(6);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  return {
    local: Buffer.concat([local, common, Buffer.alloc(2), path, body]),
    central: (offset) => {
      const head = Buffer.alloc(8);
      head.writeUInt32LE(0x02014b50, 0);
      head.writeUInt16LE(20, 4);
      head.writeUInt16LE(20, 6);
      const tail = Buffer.alloc(16);
      tail.writeUInt32LE(offset, 12);
      return Buffer.concat([head, common, tail, path]);
    },
  };
}
