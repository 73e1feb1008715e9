import { invalidField } from '../../../base/kernel/errors.js';

/** DOS code pages, which the Encoding Standard lacks. */
const CODE_PAGE = /^(?:cp|ibm)-?(437|737|775|850|852|855|857|858|860|861|862|863|864|865|869)$/;
/** Encodings of the standard that are not charsets of texts. */
const NO_TEXT: ReadonlySet<string> = new Set(['replacement', 'x-user-defined']);

/**
 * Returns the name by which the converters know a charset: the one of the Encoding Standard, or a code page such as
 * `cp850`.
 *
 * @param pointer location of the name in the request, for the error
 * @throws MetarunError a 422 for an unknown charset
 */
export function parseCharset(given: string, pointer: string): string {
  const name = given.trim().toLowerCase();
  const page = CODE_PAGE.exec(name)?.[1];
  if (page !== undefined) return `cp${page}`;
  const known = standardName(name);
  if (known === null || NO_TEXT.has(known))
    throw invalidField(
      pointer,
      'is not the name of a charset, such as windows-1251, iso-8859-2, shift_jis or cp850',
    );
  return known;
}

function standardName(name: string): string | null {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return null;
  }
}
