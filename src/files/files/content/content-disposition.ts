import { create } from 'content-disposition';

/**
 * Returns a `Content-Disposition` header with which any client saves the file under its name (RFC 6266), with an ASCII
 * fallback for old clients if the name is not ASCII. The type is always attachment, so that no stored page runs in a
 * browser.
 */
export function attachment(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_');
  return create(name, { type: 'attachment', fallback: ascii });
}
