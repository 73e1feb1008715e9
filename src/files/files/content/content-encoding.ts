import { invalidField } from '../../../base/kernel/errors.js';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Decodes file content given in JSON. Throws a 422 for invalid base64 and for lone surrogates. */
export function decodeContent(content: string, encoding: 'utf-8' | 'base64'): Buffer {
  if (encoding === 'base64') {
    if (content.length % 4 !== 0 || !BASE64.test(content))
      throw invalidField('/content', 'is not base64 (RFC 4648 §4, padded, without line breaks)');
    return Buffer.from(content, 'base64');
  }
  if (!content.isWellFormed())
    throw invalidField(
      '/content',
      'has half of a surrogate pair, which is not a Unicode character',
    );
  return Buffer.from(content, 'utf8');
}
