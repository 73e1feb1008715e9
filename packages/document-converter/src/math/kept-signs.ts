const COMMAND = /\\([A-Za-z]+)/g;
const WORDS = /[A-Za-z]+|\d+/g;

/**
 * Returns whether TeX has the letters and digits of a formula, as often as they are there. Other signs have commands of their own
 * in TeX, and are not compared.
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

/** Returns whether every brace that is opened is closed: what follows a formula must not become a part of it. */
export function isBalancedTex(tex: string): boolean {
  let depth = 0;
  for (const [sign] of tex.matchAll(/\\.|[{}]/gs)) {
    if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
