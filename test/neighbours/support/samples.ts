/**
 * Kinds of a victim's work. `health` measures how fast the server responds. `machine` measures a server that does
 * nothing; it has no bound but shows whether the machine is slow.
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
  /** Time from the scheduled start to the end, in ms. */
  ms: number;
  /** Error of failed work, or null. */
  failure: string | null;
}

/** Waits of a victim's work of one kind, in ms. */
export interface Waits {
  count: number;
  worst: number;
  p95: number;
}

export function computeWaits(samples: readonly Sample[], kind: Kind): Waits {
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
