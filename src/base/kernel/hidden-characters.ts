/** Characters that change the direction of text, and separators of lines and paragraphs, in a class of a regular expression. */
const TURNING = '\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069';
/**
 * Characters that nothing shows, so that two names look the same: soft hyphens, blanks without width, the fillers of Hangul, marks of
 * annotations and tags. Not the joiners U+200C and U+200D, nor the selectors of variants, which scripts and emoji need.
 */
const UNSHOWN =
  '\\u00ad\\u180e\\u200b\\u2060-\\u2065\\u206a-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}';
const NOT_IN_NAMES = `\\p{Cc}\\p{Cs}${TURNING}${UNSHOWN}`;

/**
 * Matches what can be a name: something that can be seen, on one line, without a character that is hidden, and without half of one. In
 * time that grows with the length of the text, and without what some engines of JSON Schema lack.
 */
export const NAME_PATTERN = new RegExp(
  `^[^${NOT_IN_NAMES}\\S]*[^${NOT_IN_NAMES}\\s][^${NOT_IN_NAMES}]*$`,
  'u',
);

/** Returns what {@link NAME_PATTERN} is, of 1 to `most` characters, which may be blank. */
export function plainPattern(most: number): RegExp {
  return new RegExp(`^[^${NOT_IN_NAMES}]{1,${most}}$`, 'u');
}

/** The error of a name that does not match {@link NAME_PATTERN}; `$property` stands for the name of the field. */
export const NAME_MESSAGE =
  '$property must not be blank, nor have control characters, characters that change the direction of text, or characters that are not shown';

/**
 * Matches each control character (C0, DEL, C1), each character that turns around the direction of text, the separators of lines
 * and paragraphs, and what is not shown: what a name must not have, and what a terminal must not get.
 */
export const HIDDEN_CHARACTERS = new RegExp(`[\\p{Cc}${TURNING}${UNSHOWN}]`, 'gu');

/** Returns `text` with what {@link HIDDEN_CHARACTERS} matches written as JSON does: `\u001b`, or `\udb40\udc41` beyond U+FFFF. */
export function escapeHidden(text: string): string {
  return text.replaceAll(HIDDEN_CHARACTERS, (character) =>
    character.split('').map(escaped).join(''),
  );
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
