/** Returns the first line of a prompt as plain text. */
export function promptTitle(prompt: string): string {
  const [first = ''] = prompt.trim().split('\n');
  return first.replace(/^#+\s*/, '').replaceAll(/[*_`]{1,3}/g, '') || prompt;
}

/** Returns the text of a prompt after its first line; null if there is none. */
export function promptBody(prompt: string): string | null {
  const text = prompt.trim();
  const rest = text.includes('\n') ? text.slice(text.indexOf('\n')).trim() : '';
  return rest === '' ? null : rest;
}
