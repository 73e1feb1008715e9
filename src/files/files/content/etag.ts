/** Returns an ETag: 128 bits of the content's SHA-256, quoted as in the header. */
export function toEtag(sha256: string): string {
  return `"${sha256.slice(0, 32)}"`;
}
