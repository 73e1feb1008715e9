import { stripVTControlCharacters } from 'node:util';

// What scripts and servers say could otherwise move the cursor, set colours or the title, or hide what stands before.
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Text of strangers as a terminal may show it: without escape sequences and control characters, but for newlines and tabs. */
export function plainText(text: string): string {
  return stripVTControlCharacters(text).replaceAll('\r\n', '\n').replaceAll(CONTROLS, '�');
}

/** {@link plainText} on one line. */
export function plainLine(text: string): string {
  return plainText(text).replaceAll(/\s*[\n\t]\s*/g, ' ');
}
