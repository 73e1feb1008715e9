/** Characters that are invisible or that reverse the order of others, except for line breaks, tabs and joiners. */
const INVISIBLE = /(?![\n\r\t\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029\u3164\uffa0]/gu;

/** Returns a text of a user or script with its invisible characters spelled out, such as ⟨U+202E⟩. */
export function visibleText(text: string): string {
  return text.replace(
    INVISIBLE,
    (character) =>
      `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}
