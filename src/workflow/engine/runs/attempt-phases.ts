import { MAX_PHASES, type PhaseTime } from './phase-times.js';

/** A phase of an attempt. Times in ms. */
export interface AttemptPhase {
  name: string;
  /** Time of its first beginning. */
  from: number;
  /** Total time of the attempt in the phase, without waits. */
  ms: number;
}

/**
 * Returns the phases of an attempt as JSON text after one of its runs, or null. `before` is the text
 * before that run.
 */
export function phasesText(before: string | null, taken: readonly PhaseTime[]): string | null {
  const phases = parsePhases(before);
  for (const { key, since, ms } of taken) {
    // The time before the first reported phase belongs to the phase in which the attempt waited.
    const known = key === '' ? phases.at(-1) : phases.find(({ name }) => name === key);
    if (known !== undefined) known.ms += ms;
    else if (key !== '' && phases.length < MAX_PHASES) phases.push({ name: key, from: since, ms });
  }
  if (phases.length === 0) return null;
  return JSON.stringify(phases.map(({ name, from, ms }) => [name, from, Math.round(ms)]));
}

/** Returns the phases that {@link phasesText} has written. */
export function parsePhases(text: string | null): AttemptPhase[] {
  if (text === null) return [];
  const rows = JSON.parse(text) as [name: string, from: number, ms: number][];
  return rows.map(([name, from, ms]) => ({ name, from, ms }));
}
