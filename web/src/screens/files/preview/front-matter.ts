/** Returns the front matter of a Markdown text, the rest of the text, and the number of lines of the front matter. */
export function splitFrontMatter(text: string): { matter: string; body: string; lines: number } {
  const [whole, matter] = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
  if (whole === undefined || matter === undefined) return { matter: '', body: text, lines: 0 };
  const lines = whole.split('\n').length - 1;
  return { matter, body: text.slice(whole.length), lines };
}
