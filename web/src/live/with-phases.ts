import type { LiveEvent } from './task-change.js';

/** A phase that a run has started. `since` is in ms since the epoch. */
export interface BegunPhase {
  name: string;
  attempt: number;
  since: number;
  /** Sequence number of the event. */
  seq: number;
}

/** Adds the phases in some events, except those that are already known. */
export function withPhases(
  phases: readonly BegunPhase[],
  events: readonly LiveEvent[],
): readonly BegunPhase[] {
  const last = phases.at(-1)?.seq ?? -1;
  const more = events.flatMap(({ type, seq = 0, data }): BegunPhase[] => {
    const { phase, time, attempt } = data;
    if (type !== 'phase' || seq <= last) return [];
    if (typeof phase !== 'string' || typeof time !== 'string') return [];
    return [{ name: phase, attempt: Number(attempt), since: Date.parse(time), seq }];
  });
  return more.length === 0 ? phases : [...phases, ...more];
}
