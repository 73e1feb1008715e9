/** Characters that change the direction of text, and separators of lines and paragraphs, in a class of a regular expression. */
const TURNING = '\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069';
const NOT_IN_NAMES = `\\p{Cc}\\p{Cs}${TURNING}`;

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
  '$property must not be blank, nor have control characters or characters that change the direction of text';

/**
 * Matches each control character (C0, DEL, C1), each character that turns around the direction of text, and the separators of lines
 * and paragraphs: what a name must not have, and what a terminal must not get.
 */
export const HIDDEN_CHARACTERS = new RegExp(`[\\p{Cc}${TURNING}]`, 'gu');

/** Returns `text` with what {@link HIDDEN_CHARACTERS} matches written as `\u001b`. */
export function escapeHidden(text: string): string {
  return text.replaceAll(
    HIDDEN_CHARACTERS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
