import { numberOf } from '../../parts/number-text.js';

const MIB = 1024 ** 2;

/** Returns bytes as a field in MiB holds them; '' where there is no limit. */
export function mibOf(bytes: number | null): string {
  return bytes === null ? '' : String(bytes / MIB);
}

export function bytesOfMib(text: string): number | null {
  const mib = numberOf(text);
  return mib === null ? null : Math.round(mib * MIB);
}
