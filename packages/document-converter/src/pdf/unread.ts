// Parts of a PDF that no engine reads and that are not on its pages. Warnings name them.
import { Losses, quoted } from '../input/losses.js';
import { decodeStream } from './file/filters.js';
import { type PdfObjects } from './file/objects.js';
import { countOperators } from './file/operators.js';
import { allPages, listAnnotations, parseReferences } from './file/pages.js';
import { findString } from './file/strings.js';
import { isHidden } from './fields.js';
import { type Parsed } from './liteparse.js';

/** Maximum number of patterns and appearances that are checked; a form of many pages has fewer. */
const MAX_DRAWN = 1000;
/** Maximum size of a pattern or appearance in bytes. */
const MAX_BYTES = 1024 * 1024;

/** Form types of the engine: only XFA, and XFA with ordinary form fields. */
const [XFA_ALONE, XFA_BESIDE] = [2, 3];

/** Warns about attached files, forms that are not on the pages, and text in patterns and appearances. */
export function reportUnread(
  objects: PdfObjects,
  { formType, pages }: Parsed,
  warnings: string[],
): void {
  const losses = new Losses();
  for (const name of attachedIn(objects))
    losses.add('Files that are attached were not converted', () => quoted(name));
  const drawn = new DrawnText(objects);
  for (const stream of objects.streams) {
    const pattern = objects.dictionary(stream);
    if (/\/PatternType\s+1\b/.test(pattern) && drawn.hasText(stream.number))
      losses.add('Text in patterns that fill areas was left out', () => 'of the whole document');
  }
  for (const [at, number] of allPages(objects).entries())
    for (const annotation of listAnnotations(objects, number))
      if (isOnlyDrawn(annotation) && drawn.hasText(...parseReferences(annotation, 'N')))
        losses.add(
          'Text that stamps and boxes draw and do not have as a note was left out',
          () => `page ${at + 1}`,
        );
  losses.report(warnings);
  const hasFields = pages.some(({ formFields = [] }) => formFields.length > 0);
  if (formType === XFA_ALONE || (formType === XFA_BESIDE && !hasFields))
    warnings.push(
      'The PDF has a form (XFA) that is not on its pages: only what its pages say was converted.',
    );
}

/** Returns the names of files attached to the document or its pages. */
function attachedIn(objects: PdfObjects): string[] {
  const { bytes, packed, isEncrypted } = objects;
  if (!bytes.includes('/EF') && ![...packed.values()].some((text) => text.includes('/EF')))
    return [];
  return objects.numbers.flatMap((number) => {
    const text = objects.text(number) ?? '';
    if (!/\/EF\s*(?:<<|\d)/.test(text)) return [];
    const name = isEncrypted ? undefined : (findString(text, 'UF') ?? findString(text, 'F'));
    return [name ?? 'a file without a name'];
  });
}

/** Returns whether a visible annotation draws text that its contents do not have. */
function isOnlyDrawn(annotation: string): boolean {
  const kind = /\/Subtype\s*\/(Stamp|FreeText)\b/.exec(annotation)?.[1];
  if (kind === undefined || isHidden(annotation)) return false;
  return kind === 'Stamp' || !/\/(?:Contents|RC)\s*[(<\d]/.test(annotation);
}

class DrawnText {
  #looks = 0;

  constructor(readonly objects: PdfObjects) {}

  /** Returns whether a stream shows text, as far as it can be decoded. */
  hasText(...[number]: number[]): boolean {
    const stream = number === undefined ? undefined : this.objects.at(number);
    if (stream === undefined || (this.#looks += 1) > MAX_DRAWN) return false;
    const dictionary = this.objects.dictionary(stream);
    const found = decodeStream(this.objects.bytes, stream, dictionary, MAX_BYTES);
    return typeof found === 'object' && countOperators(found.data).texts > 0;
  }
}
