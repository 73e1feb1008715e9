// Marks at the beginning of pages, slides and sheets: HTML comments on separate lines, which Markdown readers do not
// show.
import { type PlaceUnit } from '../tree.js';

const MARKS = /^[ \t]*<!-- (?:page|slide|sheet) [1-9]\d* -->$/gm;

/** Returns the mark at the beginning of a page, slide or sheet: `<!-- page 12 -->`. */
export function placeMark(unit: PlaceUnit, number: number): string {
  return `<!-- ${unit} ${number} -->`;
}

/** Returns a document without its place marks. */
export function withoutPlaces(markdown: string): string {
  return markdown.replaceAll(MARKS, '');
}
