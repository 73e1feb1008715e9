import { childElements, descendants, localName, parseXml } from '../input/xml.js';
import { type ZipArchive } from '../input/zip.js';

/** Returns the names of the sheets of a workbook in order; none if they cannot be read. */
export function sheetNames(zip: ZipArchive): string[] {
  const workbook = zip.read('xl/workbook.xml');
  if (workbook !== undefined) {
    const root = parseXml(workbook.toString('utf8'));
    return root === undefined
      ? []
      : descendants(root, 'sheet').map(({ attribs }) => attribs['name'] ?? '');
  }
  const content = zip.read('content.xml')?.toString('utf8') ?? '';
  return [...content.matchAll(/<table:table\s[^<>]*?table:name="([^"]*)"/g)].map(
    ({ 1: name = '' }) => decodeAttribute(name),
  );
}

function decodeAttribute(value: string): string {
  const root = parseXml(`<a>${value}</a>`);
  return root === undefined || childElements(root).some((each) => localName(each) !== '')
    ? value
    : root.children.map((node) => ('data' in node ? node.data : '')).join('');
}

/** `BOUNDSHEET` records of a workbook of Excel 97: type 0x85, the name after 6 bytes with its length and encoding. */
const BOUNDSHEET = 0x85;

export function legacySheetNames(bytes: Buffer): string[] {
  const names: string[] = [];
  for (let at = 512; at + 12 < bytes.length && names.length < 256; at += 1) {
    if (bytes[at] !== BOUNDSHEET || bytes[at + 1] !== 0) continue;
    const size = bytes.readUInt16LE(at + 2);
    const length = bytes[at + 10] ?? 0;
    const wide = bytes[at + 11] ?? 2;
    if (wide > 1 || size !== 8 + length * (wide + 1) || length === 0 || length > 31) continue;
    // A worksheet; visible, hidden or very hidden.
    if ((bytes[at + 8] ?? 9) > 2 || bytes[at + 9] !== 0) continue;
    const from = at + 12;
    names.push(bytes.toString(wide === 1 ? 'utf16le' : 'latin1', from, from + length * (wide + 1)));
    at += size + 3;
  }
  return names;
}
