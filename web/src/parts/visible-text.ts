/** Characters that nothing shows, or that turn the order of others around. Line ends and tabs are text. */
const INVISIBLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** Returns a text of a user or script with its invisible characters spelled out: ⟨U+202E⟩. */
export function visibleText(text: string): string {
  return text.replace(
    INVISIBLE,
    (character) => `⟨U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}
