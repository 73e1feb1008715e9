import { number } from './format.js';

const KINDS: Readonly<Record<string, string>> = { page: 'Page', slide: 'Slide', sheet: 'Sheet' };

/** Formats the position of a passage in the original document, such as "Page 12". */
export function placeText(kind: string, at: number): string {
  return `${KINDS[kind] ?? kind} ${number(at)}`;
}
