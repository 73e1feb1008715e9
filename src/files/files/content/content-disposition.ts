import { create } from 'content-disposition';

/**
 * Returns a `Content-Disposition` that makes any client save the file under its name (RFC 6266), with an ASCII rendering
 * for old clients where the name is not ASCII. Always an attachment, so that no stored page runs in a browser.
 */
export function attachment(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_');
  return create(name, { type: 'attachment', fallback: ascii });
}
