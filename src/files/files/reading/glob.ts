import { RE2JS, RE2JSSyntaxException } from 're2js';

/** Maximum length of a pattern, in UTF-16 units. */
export const MAX_GLOB = 500;

/**
 * Error for an invalid pattern. The message gives the reason and continues "the pattern", as in
 * `has a "[" without "]"`.
 */
export class GlobError extends Error {
  override readonly name = 'GlobError';
}

/** Pattern for paths below a directory. */
export interface Glob {
  /** Directory that contains every matching path: '' or `docs/2026`. */
  base: string;
  /** The only matching path, for a pattern without wildcards; otherwise null. */
  only: string | null;
  /** Returns whether a path relative to the directory matches, such as `docs/2026/a.md`. */
  matches(path: string): boolean;
}

/**
 * Parses a pattern: `*` matches any characters of a name, `?` one character, `[a-z]` and `[!a-z]` one character in or
 * outside the range, `{a,b}` either alternative, and `**` as a whole name any number of directories; `\` escapes the
 * next character. Matching is case-sensitive and takes time linear in the length of the path for every pattern. Throws
 * {@link GlobError}.
 */
export function parseGlob(text: string): Glob {
  if (text.length > MAX_GLOB) throw new GlobError(`has more than ${MAX_GLOB} characters`);
  const names = text
    .normalize('NFC')
    .split('/')
    .filter((name) => name !== '' && name !== '.');
  if (names.length === 0) throw new GlobError('is empty; "**" matches all');
  if (names.includes('..')) throw new GlobError('contains ".."; name the directory in path');
  const plain = names.findIndex((name) => /[*?[\]{}\\]/.test(name));
  const base = names.slice(0, plain === -1 ? names.length - 1 : plain).join('/');
  const pattern = compiled(new Translation(names.join('/')).whole());
  const whole = names.join('/');
  const only = /^(?:[^*?[\]{}\\]|\\.)*$/su.test(whole) ? whole.replace(/\\(.)/gsu, '$1') : null;
  return { base, only, matches: (path) => pattern.test(path) };
}

function compiled(source: string): RE2JS {
  try {
    return RE2JS.compile(`^(?:${source})$`, RE2JS.DOTALL);
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    throw new GlobError('has an invalid range in "[…]", or is too large', { cause: error });
  }
}

/** Translates a pattern to a regular expression in RE2 syntax. */
class Translation {
  private at = 0;

  constructor(private readonly glob: string) {}

  whole(): string {
    const source = this.until('');
    if (this.at < this.glob.length) throw new GlobError('has a "}" without "{"');
    return source;
  }

  /** Translates up to, and not including, the next of the characters `ends` or `}` outside nested braces. */
  private until(ends: string): string {
    let source = '';
    while (this.at < this.glob.length) {
      const character = this.glob[this.at] ?? '';
      if (ends.includes(character) || character === '}') break;
      this.at += 1;
      if (character === '*') source += this.stars();
      else if (character === '?') source += '[^/]';
      else if (character === '[') source += this.translateBrackets();
      else if (character === '{') source += this.either();
      else if (character === '\\') source += this.escaped();
      else source += RE2JS.quote(character);
    }
    return source;
  }

  private stars(): string {
    const from = this.at - 1;
    while (this.glob[this.at] === '*') this.at += 1;
    const startsName = from === 0 || '/{,'.includes(this.glob[from - 1] ?? '');
    if (this.at - from !== 2 || !startsName) return '[^/]*';
    if (this.glob[this.at] === '/') {
      this.at += 1;
      return '(?:[^/]+/)*';
    }
    return this.at === this.glob.length || ',}'.includes(this.glob[this.at] ?? '') ? '.+' : '[^/]*';
  }

  private translateBrackets(): string {
    // A leading "]" is literal, as in a shell.
    const end = this.glob.indexOf(
      ']',
      this.at + (/^!?\]/.exec(this.glob.slice(this.at))?.[0].length ?? 0),
    );
    if (end === -1) throw new GlobError('has a "[" without "]"');
    const inside = this.glob.slice(this.at, end);
    this.at = end + 1;
    if (inside.includes('/')) throw new GlobError('has a "/" within "[…]"');
    const negated = inside.startsWith('!') || inside.startsWith('^');
    const characters = (negated ? inside.slice(1) : inside)
      .replace(/(.)-(.)/gsu, (range, from: string, to: string) =>
        // "/" lies between "." and "0", and is not a character of a name.
        from < '/' && to > '/' ? `${from}-.0-${to}` : range,
      )
      .replace(/[\\[\]^&~]/g, '\\$&');
    // "/" is a range of its own, so that a "-" behind it is a character.
    return `[${negated ? '^/-/' : ''}${characters}]`;
  }

  private either(): string {
    const choices: string[] = [];
    for (;;) {
      choices.push(this.until(','));
      const end = this.glob[this.at];
      this.at += 1;
      if (end === '}') return `(?:${choices.join('|')})`;
      if (end === undefined) throw new GlobError('has a "{" without "}"');
    }
  }

  private escaped(): string {
    const character = this.glob[this.at];
    if (character === undefined) throw new GlobError('ends with "\\"');
    this.at += 1;
    return RE2JS.quote(character);
  }
}
