/** Returns a prompt as one line of plain text. */
export function promptTitle(prompt: string): string {
  const [first = ''] = prompt.trim().split('\n');
  return first.replace(/^#+\s*/, '').replaceAll(/[*_`]{1,3}/g, '') || prompt;
}

/** Returns what a prompt says below its first line; null where that is all, and plain. */
export function promptBody(prompt: string): string | null {
  const text = prompt.trim();
  const rest = text.includes('\n') ? text.slice(text.indexOf('\n')).trim() : '';
  return rest === '' ? null : rest;
}
