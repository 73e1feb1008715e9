import { type Segment, segmentText } from './lines.js';

/** The marker before a list item. */
export interface Marker {
  /** Length of the marker in the line's text, including the space after it. */
  length: number;
  /** Number of the item in a numbered list. */
  number?: number;
  /** Label that Markdown cannot count, such as `a)` or `2.3.`. */
  label?: string;
  checked?: boolean;
}

const BULLET =
  /^(?:[•‣⁃◦▪▫■□●○◆◇►▸➢➤✓✔❑❒∙·]|[\u0080-\u0084\u0086-\u009f\ue000-\uf8ff]+)(?:\s+|(?=\S))/u;
const DASH = /^(?:[-–—*]|o(?=\s+\p{Lu}))\s+(?=\S)/u;
const BOX = /^([☐☑☒])\s*(?=\S)/u;
const NUMBER = /^(\d{1,3})[.)]\s+(?=\S)/u;
const LABEL = /^(\((?:\d{1,3}|[a-z]|[ivx]{1,5})\)|[a-z][.)]|[ivx]{1,5}[.)])\s+(?=\S)/u;
/** Blank to write on, followed by its text: a line of a form. */
const BLANK = /^_{4,}\s+(?=\S)/;

/** Returns whether a line begins with a bullet or check box. */
export function startsItem(line: Segment): boolean {
  return [BULLET, BOX].some((sign) => sign.test(segmentText(line)));
}

export function parseMarker(line: Segment): Marker | undefined {
  const text = segmentText(line);
  const box = BOX.exec(text);
  if (box !== null) return { length: box[0].length, checked: box[1] !== '☐' };
  const bullet = BULLET.exec(text) ?? DASH.exec(text);
  if (bullet !== null) return { length: bullet[0].length };
  const number = NUMBER.exec(text);
  if (number !== null) return { length: number[0].length, number: Number(number[1]) };
  const label = LABEL.exec(text);
  if (label !== null) return { length: label[0].length, label: label[1] ?? '' };
  return BLANK.test(text) ? { length: 0 } : undefined;
}
