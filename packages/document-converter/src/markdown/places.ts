// Where pages, slides and sheets begin: comments of HTML on lines of their own, which no reader of Markdown shows.
import { type PlaceUnit } from '../tree.js';

const MARKS = /^[ \t]*<!-- (?:page|slide|sheet) [1-9]\d* -->$/gm;

/** Returns the line at which a page, slide or sheet begins: `<!-- page 12 -->`. */
export function placeMark(unit: PlaceUnit, number: number): string {
  return `<!-- ${unit} ${number} -->`;
}

/** Returns what a document says, without the marks of its places. */
export function withoutPlaces(markdown: string): string {
  return markdown.replaceAll(MARKS, '');
}
