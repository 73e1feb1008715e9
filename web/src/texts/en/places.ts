import { number } from './format.js';

const KINDS: Readonly<Record<string, string>> = { page: 'Page', slide: 'Slide', sheet: 'Sheet' };

/** Where a text stands in the document that it was converted from: "Page 12". */
export function placeText(kind: string, at: number): string {
  return `${KINDS[kind] ?? kind} ${number(at)}`;
}
