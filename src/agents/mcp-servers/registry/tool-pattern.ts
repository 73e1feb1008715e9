/** Returns whether any of `patterns` matches a tool; "*" matches any characters. */
export function isAllowed(patterns: readonly string[], tool: string): boolean {
  return patterns.some((pattern) => matches(pattern.split('*'), tool));
}

/** Matches without a regular expression, since patterns with many stars would take long on near matches. */
function matches(parts: readonly string[], text: string): boolean {
  const [first = '', ...rest] = parts;
  if (!text.startsWith(first)) return false;
  const last = rest.pop();
  if (last === undefined) return text === first;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
