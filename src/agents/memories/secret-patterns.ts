/** Patterns of credentials, with their names for messages. */
const PATTERNS: readonly (readonly [string, RegExp])[] = [
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY/],
  ['a URL with credentials', /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:[^\s/@]+@/i],
  ['a key of a cloud', /\b(AKIA|ASIA)[0-9A-Z]{16}\b|\bAIza[\w-]{35}\b/],
  [
    'a token',
    /\b(gh[pousr]_|github_pat_|glpat-|xox[abprs]-|sk-|sk_live_|rk_live_|npm_|mr[kt]_|whsec_)[\w-]{8,}/,
  ],
  ['a JSON Web Token', /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/],
  ['an authorization header', /\b(bearer|basic)\s+[\w+/.=-]{12,}/i],
  [
    'a password or key',
    /\b(password|passwd|passphrase|pwd|secret|token|api[-_ ]?key|access[-_ ]?key|credential|kennwort|passwort)s?\b\s*(is|was|=|:|lautet|ist)\s*["'`]?(?=\S*[\d!@#$%^&*_-])[^\s"'`]{6,}/i,
  ],
];

/** Long words of letters and digits, which may be keys. */
const TOKEN = /[\w+=-]{20,}/g;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Entropy in bits per character above which a long token counts as random. */
const MOST_ENTROPY = 3.5;

/** Returns the kind of credential in a text, in words; null if it has no known and no random one. */
export function secretIn(text: string): string | null {
  const known = PATTERNS.find(([, pattern]) => pattern.test(text));
  if (known !== undefined) return known[0];
  for (const [token] of text.matchAll(TOKEN)) if (looksRandom(token)) return 'a random token';
  return null;
}

function looksRandom(token: string): boolean {
  if (UUID.test(token) || !/\d/.test(token) || !/[a-z]/i.test(token)) return false;
  return computeEntropy(token) > MOST_ENTROPY && !isWords(token);
}

/** Returns whether a token consists of words and numbers with separators, such as `order-export-2026-final`. */
function isWords(token: string): boolean {
  const parts = token.split(/[-_=+]+/);
  return (
    parts.length > 2 && parts.every((part) => /^([a-z]*|[A-Z]*|[A-Z][a-z]+|\d{1,8})$/.test(part))
  );
}

/** Returns the Shannon entropy of a text in bits per character. */
function computeEntropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values())
    bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
