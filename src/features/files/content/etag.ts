/** The conditions of a request on the present state, as in RFC 9110 §13: header values as they came, or undefined. */
export interface Conditions {
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
}

/** 128 bits of the content's SHA-256, quoted as in the ETag header. */
export function etagOf(sha256: string): string {
  return `"${sha256.slice(0, 32)}"`;
}

const TAG = /(W\/)?("[^"]*")/g;

function names(header: string, etag: string | null, weak: boolean): boolean {
  if (header.trim() === '*') return etag !== null;
  return [...header.matchAll(TAG)].some(
    ([, weakMark, tag]) => tag === etag && (weak || weakMark === undefined),
  );
}

/** Returns whether `If-Match` allows the request; `etag` null = the resource does not exist. */
export function ifMatchHolds({ ifMatch }: Conditions, etag: string | null): boolean {
  return ifMatch === undefined || names(ifMatch, etag, false);
}

/** Returns whether `If-None-Match` allows the request. For a GET, not holding means 304. */
export function ifNoneMatchHolds({ ifNoneMatch }: Conditions, etag: string | null): boolean {
  return ifNoneMatch === undefined || !names(ifNoneMatch, etag, true);
}
