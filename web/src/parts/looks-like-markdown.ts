/** Unambiguous Markdown: a heading, a list of several items, a table, a code fence, a link, or strong text. */
const SIGNS = [
  /^#{1,6} \S/m,
  /^(?:[-*+]|\d+\.) \S[^\n]*\n(?:[^\n]*\n)*?(?:[-*+]|\d+\.) \S/m,
  /^\|.*\|\s*\n\|[\s:|-]+\|/m,
  /^```/m,
  /\[[^\]\n]+\]\([^)\s]+\)/,
  /\*\*[^*\n]+\*\*/,
];
/** Number of characters of a text that are examined. */
const LOOKED_AT = 5_000;

export function looksLikeMarkdown(text: string): boolean {
  const start = text.slice(0, LOOKED_AT);
  return SIGNS.some((sign) => sign.test(start));
}
