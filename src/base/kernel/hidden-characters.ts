/**
 * Characters that change the direction of text, and separators of lines and paragraphs, as part of a character class.
 */
const TURNING = '\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069';
/**
 * Invisible characters, which let two names look the same: soft hyphens, zero-width spaces, the Hangul fillers,
 * annotation marks and tags. Excludes the joiners U+200C and U+200D and the variation selectors, which scripts and
 * emoji need.
 */
const UNSHOWN =
  '\\u00ad\\u180e\\u200b\\u2060-\\u2065\\u206a-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}';
const NOT_IN_NAMES = `\\p{Cc}\\p{Cs}${TURNING}${UNSHOWN}`;

/**
 * Matches a valid name: visible, on one line, without hidden characters or lone surrogates. Takes time linear in the
 * text, and uses nothing that some engines of JSON Schema lack.
 */
export const NAME_PATTERN = new RegExp(
  `^[^${NOT_IN_NAMES}\\S]*[^${NOT_IN_NAMES}\\s][^${NOT_IN_NAMES}]*$`,
  'u',
);

/** Returns a pattern like {@link NAME_PATTERN} for 1 to `most` characters, which may all be spaces. */
export function plainPattern(most: number): RegExp {
  return new RegExp(`^[^${NOT_IN_NAMES}]{1,${most}}$`, 'u');
}

/**
 * The error message for a name that does not match {@link NAME_PATTERN}; `$property` stands for the name of the field.
 */
export const NAME_MESSAGE =
  '$property must not be blank, nor have control characters, characters that change the direction of text, or characters that are not shown';

/**
 * Matches characters that a name must not contain and a terminal must not receive: control characters (C0, DEL, C1),
 * characters that change the text direction, separators of lines and paragraphs, and invisible characters.
 */
export const HIDDEN_CHARACTERS = new RegExp(`[\\p{Cc}${TURNING}${UNSHOWN}]`, 'gu');

/**
 * Returns `text` with the matches of {@link HIDDEN_CHARACTERS} escaped as in JSON: `\u001b`, or `\udb40\udc41` beyond
 * U+FFFF.
 */
export function escapeHidden(text: string): string {
  return text.replaceAll(HIDDEN_CHARACTERS, (character) =>
    character.split('').map(escaped).join(''),
  );
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
