/** Signs that people write on purpose: a heading, a list of several items, a table, a fence, a link, strong text. */
const SIGNS = [
  /^#{1,6} \S/m,
  /^(?:[-*+]|\d+\.) \S[^\n]*\n(?:[^\n]*\n)*?(?:[-*+]|\d+\.) \S/m,
  /^\|.*\|\s*\n\|[\s:|-]+\|/m,
  /^```/m,
  /\[[^\]\n]+\]\([^)\s]+\)/,
  /\*\*[^*\n]+\*\*/,
];
/** A longer text is looked at so far. */
const LOOKED_AT = 5_000;

/** Returns whether a text is likely to be Markdown. */
export function looksLikeMarkdown(text: string): boolean {
  const start = text.slice(0, LOOKED_AT);
  return SIGNS.some((sign) => sign.test(start));
}
