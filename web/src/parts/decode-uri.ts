/** Decodes a part of an address; null if it is malformed. */
export function decodeUriOrNull(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
