/**
 * What a victim does again and again. `health` is what the server takes to answer at all, and `machine` what one takes that
 * does nothing: it is not judged, but tells who is slow.
 */
export const KINDS = [
  'typescript',
  'python',
  'deploy',
  'upload',
  'stream',
  'health',
  'machine',
] as const;
export type Kind = (typeof KINDS)[number];

/** One piece of a victim's work. */
export interface Sample {
  kind: Kind;
  /** From when it was to begin to its end, in ms. */
  ms: number;
  /** What was wrong with it, or null. */
  fault: string | null;
}

/** The wait of so much of a victim's work, in ms. */
export interface Waits {
  count: number;
  worst: number;
  p95: number;
}

export function waitsOf(samples: readonly Sample[], kind: Kind): Waits {
  const times = samples
    .filter((sample) => sample.kind === kind)
    .map(({ ms }) => ms)
    .toSorted((one, other) => one - other);
  const at = Math.max(0, Math.ceil(times.length * 0.95) - 1);
  return {
    count: times.length,
    worst: Math.round(times.at(-1) ?? 0),
    p95: Math.round(times[at] ?? 0),
  };
}
