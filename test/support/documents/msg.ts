import { CFB } from '@e965/xlsx';

/**
 * A property of an Outlook message: its number and its value. Bytes are text in the code page of the message; a number
 * is a code page.
 */
export type Property = readonly [number, string | Buffer | number];

const HEADER = 32;
const ENTRY = 16;

/** Returns a message with these properties, as Outlook saves it. */
export function msg(properties: readonly Property[]): Buffer {
  const file = CFB.utils.cfb_new();
  const table = [Buffer.alloc(HEADER)];
  for (const [number, value] of properties) {
    const type =
      typeof value === 'string'
        ? 0x1f
        : typeof value === 'number'
          ? 0x03
          : selectPropertyType(number);
    const entry = Buffer.alloc(ENTRY);
    entry.writeUInt32LE(((number << 16) | type) >>> 0, 0);
    if (typeof value === 'number') entry.writeUInt32LE(value, 8);
    else {
      const bytes = typeof value === 'string' ? Buffer.from(value, 'utf16le') : value;
      entry.writeUInt32LE(bytes.length, 8);
      const name = `${hex(number)}${hex(type)}`;
      CFB.utils.cfb_add(file, `/__substg1.0_${name}`, bytes);
    }
    table.push(entry);
  }
  CFB.utils.cfb_add(file, '/__properties_version1.0', Buffer.concat(table));
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array);
}

/** HTML and compressed RTF have a binary type. */
function selectPropertyType(number: number): number {
  return number === 0x1013 || number === 0x1009 ? 0x102 : 0x1e;
}

function hex(value: number): string {
  return value.toString(16).toUpperCase().padStart(4, '0');
}
