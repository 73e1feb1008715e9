/** Characters that nothing shows, or that turn the order of others around. Line ends, tabs and joiners are text. */
const INVISIBLE = /(?![\n\r\t\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029\u3164\uffa0]/gu;

/** Returns a text of a user or script with its invisible characters spelled out: ⟨U+202E⟩. */
export function visibleText(text: string): string {
  return text.replace(
    INVISIBLE,
    (character) =>
      `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}
