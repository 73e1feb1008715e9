const COMMAND = /\\([A-Za-z]+)/g;
const WORDS = /[A-Za-z]+|\d+/g;

/**
 * Returns whether TeX contains all letters and digits of a formula, with the same counts. Other characters have TeX
 * commands and are not compared.
 */
export function keepsSigns(tex: string, signs: readonly string[]): boolean {
  const names = new Set(signs);
  const plain = tex.replaceAll(COMMAND, (_, name: string) => (names.has(name) ? name : ' '));
  const found = counted(plain);
  return [...counted(signs.join(' '))].every(([sign, count]) => (found.get(sign) ?? 0) >= count);
}

function counted(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(WORDS))
    for (const sign of word) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  return counts;
}

/** Returns whether all braces are closed, so that content after a formula does not become part of it. */
export function isBalancedTex(tex: string): boolean {
  let depth = 0;
  for (const [sign] of tex.matchAll(/\\.|[{}]/gs)) {
    if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
