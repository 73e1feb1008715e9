import { parseNumberField } from '../../parts/number-text.js';

const MIB = 1024 ** 2;

/** Returns a number of bytes as the text of a field in MiB; '' if there is no limit. */
export function formatMib(bytes: number | null): string {
  return bytes === null ? '' : String(bytes / MIB);
}

export function bytesOfMib(text: string): number | null {
  const mib = parseNumberField(text);
  return mib === null ? null : Math.round(mib * MIB);
}
