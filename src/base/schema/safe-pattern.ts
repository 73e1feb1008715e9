import { RE2JS, RE2JSSyntaxException } from 're2js';
import { shortened } from '../kernel/quoted.js';

/** The error for a pattern that cannot be run in linear time, or that is not a regular expression at all. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

/** The methods of a regular expression that ajv uses. */
interface Pattern {
  test(text: string): boolean;
  /** Identifies the pattern to ajv. */
  toString(): string;
}

/**
 * Returns a regular expression in RE2 syntax, which covers that of ECMA-262 except lookaround and backreferences:
 * matching takes time linear in the text, whatever the pattern. Throws {@link PatternError}.
 */
export function safePattern(source: string): Pattern {
  try {
    const pattern = RE2JS.compile(RE2JS.translateRegExp(source));
    return { test: (text) => pattern.test(text), toString: () => source };
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    const reason = error.message.replace('error parsing regexp: ', '');
    throw new PatternError(
      `is not a pattern that can be used: ${shortened(reason, 200)} ` +
        '(RE2 syntax: lookahead, lookbehind and backreferences are not available, repeats end at 1000)',
      { cause: error },
    );
  }
}

/** {@link safePattern} in the shape of ajv's `code.regExp` option. */
export const patternEngine = Object.assign((source: string) => safePattern(source), {
  code: 'safePattern',
});
