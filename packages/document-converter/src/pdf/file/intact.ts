const HEADER = '%PDF-';

/** Returns a PDF from its header on: an engine treats a file with leading bytes as text. */
export function fromHeader(bytes: Buffer): Buffer {
  return bytes.subarray(Math.max(0, bytes.indexOf(HEADER)));
}

/** Maximum number of table entries that are checked. */
const MAX_ENTRIES = 10_000;

/**
 * Returns whether the newest cross-reference table is at its declared offset and points to its objects.
 *
 * @param bytes whole file, including bytes before its header
 */
export function isIntact(bytes: Buffer): boolean {
  const at = bytes.lastIndexOf('startxref');
  const place = Number(
    /startxref\s+(\d{1,12})/.exec(bytes.toString('latin1', at, at + 40))?.[1] ?? NaN,
  );
  if (at < 0 || !(place > 0)) return false;
  // Offsets count from the header or, with some producers, from the beginning of the file.
  const header = Math.max(0, bytes.indexOf(HEADER));
  return [header, 0].some((base) => isTable(bytes, base, base + place));
}

function isTable(bytes: Buffer, base: number, at: number): boolean {
  const start = bytes.toString('latin1', at, at + 32);
  if (/^\s*\d+\s+\d+\s+obj/.test(start)) return true;
  const head = /^\s*xref\s+(\d+)\s+(\d+)\s+/.exec(bytes.toString('latin1', at, at + 60));
  if (head === null) return false;
  const [whole, first, count] = head;
  const from = at + whole.length;
  const least = Math.min(Number(count), MAX_ENTRIES);
  const lines = bytes.toString('latin1', from, from + least * 20);
  const entries = [...lines.matchAll(/(\d{10}) \d{5} ([nf])/g)];
  if (entries.length < least) return false;
  return entries.every(([, place, kind], index) => {
    // Some producers mark unused objects in this way.
    if (kind === 'f' || Number(place) === 0) return true;
    const object = bytes.toString('latin1', base + Number(place), base + Number(place) + 32);
    return Number(/^\s*(\d+)\s+\d+\s+obj/.exec(object)?.[1] ?? NaN) === Number(first) + index;
  });
}
