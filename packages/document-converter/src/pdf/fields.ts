// Values of form fields at their places on the page. An engine only draws fields with an appearance.
import type { FormField, ParsedPage } from '@llamaindex/liteparse';
import { type PdfObjects } from './file/objects.js';
import { findString } from './file/strings.js';
import { type FoundText } from './found-text.js';
import { isInside } from './layout/boxes.js';

/** Maximum number of form fields on one page. */
const MAX_FIELDS = 1000;
/** Flag of a field whose text is hidden. */
const PASSWORD = 1 << 13;
/** Flag of a hidden annotation. */
const HIDDEN = 1 << 1;
const LINE = 12;

/** Returns whether an annotation is hidden, given its dictionary. */
export function isHidden(annotation: string): boolean {
  return Array.from(annotation.matchAll(/\/F\s+(\d{1,9})(?!\s+\d+\s+R)(?!\d)/g)).some(
    ([, flags]) => (Number(flags) & HIDDEN) !== 0,
  );
}

/**
 * Returns the texts of a page with the values of its fields. The mark of a check box, drawn in a symbol font, becomes
 * a letter.
 */
export function withFields(
  { formFields = [] }: Pick<ParsedPage, 'formFields'>,
  texts: readonly FoundText[],
  objects: PdfObjects,
): FoundText[] {
  const gone = new Set<FoundText>();
  const added = formFields.slice(0, MAX_FIELDS).flatMap((field) => {
    const { rect, type, objectNumber } = field;
    const annotation = (objectNumber === undefined ? '' : objects.text(objectNumber)) ?? '';
    if (rect === undefined || isHidden(annotation)) return [];
    const area = { x0: rect.x, y0: rect.y, x1: rect.x + rect.width, y1: rect.y + rect.height };
    const inside = texts.filter((text) => isInside(text, area));
    const isBox = /check|radio/i.test(type);
    const text = isBox ? formatCheckMark(field) : readHiddenValue(field, annotation, inside);
    if (text === '') return [];
    if (isBox) for (const each of inside) if (each.text.trim().length === 1) gone.add(each);
    const height = Math.min(rect.height, LINE);
    const y0 = isBox ? rect.y + (rect.height - height) / 2 : rect.y;
    // Outdated text of an appearance precedes the value.
    const x0 = Math.max(area.x0, ...(isBox ? [] : inside.map(({ x1 }) => x1 + LINE)));
    const place = { x0, x1: Math.max(area.x1, x0 + LINE), y0, y1: y0 + height };
    return [{ text, font: '', size: height * 0.9, style: {}, rotation: 0, ...place }];
  });
  return [...texts.filter((text) => !gone.has(text)), ...added];
}

function formatCheckMark({ checked }: FormField): string {
  return checked === true ? '☒' : '☐';
}

/**
 * Returns the value of a field that the page does not show; for a list, the displayed text rather than the submitted
 * value.
 */
function readHiddenValue(
  field: FormField,
  annotation: string,
  inside: readonly FoundText[],
): string {
  const { type, fieldFlags, value = '', selectedOptions } = field;
  // A long value is drawn in several lines.
  const shown = letters(inside.map(({ text }) => text).join(''));
  if (/text/i.test(type)) {
    if ((fieldFlags & PASSWORD) !== 0) return '';
    return shown.includes(letters(value)) && (letters(value) !== '' || inside.length > 0)
      ? ''
      : value.trim();
  }
  if (shown !== '') return '';
  if (/button/i.test(type)) return findString(annotation, 'CA')?.trim() ?? '';
  if (!/combo|list/i.test(type)) return '';
  return (selectedOptions.length === 0 ? [value] : selectedOptions).join(', ').trim();
}

function letters(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '');
}
