// Headers and footers of the printed pages of a sheet.
import { type Losses, quoted } from '../input/losses.js';

/** Codes for fonts, sizes, colours, positions, page numbers and file names. */
const CODE = /&(?:"[^"]*"|K(?:[\dA-Fa-f]{6}|\d\d[+-]\d{3})|\d{1,3}|[A-Za-z])/g;
const AMPERSAND = '\0';

/** Returns the text of a header or footer without its codes. */
function stripHeaderCodes(written: string): string {
  return written
    .replaceAll('&&', AMPERSAND)
    .replaceAll(CODE, ' ')
    .replaceAll(AMPERSAND, '&')
    .trim();
}

/** Reports a header or footer that contains more than page numbers and similar fields. */
export function reportRunning(
  kind: 'Headers' | 'Footers',
  written: string,
  sheet: string,
  losses: Losses,
): void {
  const said = stripHeaderCodes(written);
  if (/[\p{L}\p{N}]/u.test(said))
    losses.add(`${kind} of pages were left out`, () => `${quoted(said)} of ${quoted(sheet)}`);
}
