/**
 * A `Content-Disposition` that makes any client save the file under its name (RFC 6266): an ASCII rendering
 * for old clients, the real name beside it. Always an attachment, so that no stored page runs in a browser.
 */
export function attachment(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
