// Rewrites a PDF that the engines cannot read completely from the objects found in it.
import { type FileObject, PdfObjects } from './objects.js';
import { allPages, findCatalog } from './pages.js';

/**
 * Returns a PDF with the same objects, a new cross-reference table and a list of all pages; undefined if no page is
 * found.
 */
export function rebuilt(bytes: Buffer): Buffer | undefined {
  const objects = new PdfObjects(bytes);
  const pages = allPages(objects);
  if (pages.length === 0) return undefined;
  const file = new FileWriter();
  for (const number of objects.numbers) {
    const object = objects.at(number);
    if (object === undefined)
      file.add(number, 0, [Buffer.from(objects.text(number) ?? '', 'latin1')]);
    else if (isOfFile(objects, object)) continue;
    else file.add(number, object.generation, buildObjectBody(objects, object));
  }
  const free = highest(objects.numbers) + 1;
  const kids = pages.map((page) => `${page} ${objects.at(page)?.generation ?? 0} R`).join(' ');
  file.add(free, 0, [Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`)]);
  const known = findCatalog(objects);
  const catalog =
    (known === undefined ? undefined : objects.text(known)) ?? '<< /Type /Catalog /Pages 0 0 R >>';
  const own = catalog.replace(/\/Pages\s+\d+\s+\d+\s+R/, `/Pages ${free} 0 R`);
  file.add(free + 1, 0, [Buffer.from(own, 'latin1')]);
  return file.end(free + 1, protection(objects));
}

/**
 * Returns whether an object describes the file structure: a cross-reference stream, or an object stream whose objects
 * are written separately.
 */
function isOfFile(objects: PdfObjects, object: FileObject): boolean {
  const isPacking = /\/Type\s*\/(XRef|ObjStm)\b/.exec(objects.dictionary(object))?.[1];
  return isPacking === 'XRef' || (isPacking === 'ObjStm' && !objects.isEncrypted);
}

function buildObjectBody(objects: PdfObjects, object: FileObject): Buffer[] {
  const dictionary = objects.dictionary(object).trim();
  if (object.data === undefined) return [Buffer.from(dictionary, 'latin1')];
  const { from, to } = object.data;
  const length = `/Length ${to - from} `;
  const plain = dictionary.replace(/\/Length\s+\d+(?:\s+\d+\s+R)?(?!\w)/, ' ');
  return [
    Buffer.from(`${plain.replace(/>>\s*$/, '')} ${length}>>\nstream\n`, 'latin1'),
    objects.bytes.subarray(from, to),
    Buffer.from('\nendstream'),
  ];
}

/** Returns the encryption entries of the trailer. */
function protection(objects: PdfObjects): string {
  const trailers = objects.trailers.toReversed();
  const entry = (pattern: RegExp) =>
    trailers.map((text) => pattern.exec(text)?.[0]).find((found) => found !== undefined) ?? '';
  return `${entry(/\/Encrypt\s+\d+\s+\d+\s+R/)} ${entry(/\/ID\s*\[[^\]]*\]/)}`;
}

function highest(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number), 0);
}

class FileWriter {
  readonly #parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  readonly #places = new Map<number, { at: number; generation: number }>();
  #at = '%PDF-1.7\n'.length;

  add(number: number, generation: number, body: readonly Buffer[]): void {
    this.#places.set(number, { at: this.#at, generation });
    this.#push(Buffer.from(`${number} ${generation} obj\n`), ...body, Buffer.from('\nendobj\n'));
  }

  end(root: number, more: string): Buffer {
    const entries = [...this.#places]
      .toSorted(([a], [b]) => a - b)
      .map(
        ([number, { at, generation }]) =>
          `${number} 1\n${String(at).padStart(10, '0')} ${String(generation).padStart(5, '0')} n \n`,
      );
    const size = highest([...this.#places.keys()]) + 1;
    const start = this.#at;
    this.#push(
      Buffer.from(
        `xref\n0 1\n0000000000 65535 f \n${entries.join('')}trailer\n<< /Size ${size} /Root ${root} 0 R ${more} >>\nstartxref\n${start}\n%%EOF\n`,
        'latin1',
      ),
    );
    return Buffer.concat(this.#parts);
  }

  #push(...parts: Buffer[]): void {
    for (const part of parts) {
      this.#parts.push(part);
      this.#at += part.length;
    }
  }
}
