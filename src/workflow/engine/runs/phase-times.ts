/** Maximum number of phases that are measured per run; the time of further ones is not counted. */
export const MAX_PHASES = 50;

/** The total time of a run in one phase. */
export interface PhaseTime {
  /** Result of {@link phaseKey}; empty for the time before the first phase. */
  key: string;
  /** Time of its first beginning, in ms since the epoch. */
  since: number;
  ms: number;
}

/** Returns the key of a phase. Phases that differ only in numbers share one: "Page 3 of 12" is `Page # of #`. */
export function phaseKey(phase: string): string {
  return phase.replaceAll(/\d+(?:[.,]\d+)*/g, '#').slice(0, 200);
}

/** Measures the phases of a run, from its construction on. */
export class PhaseTimes {
  /** Start of the current phase, in ms since the epoch. */
  since = Date.now();
  private readonly times = new Map<string, Omit<PhaseTime, 'key'>>([
    ['', { since: Date.now(), ms: 0 }],
  ]);
  private key = '';
  private begun = performance.now();

  /** Begins a phase. Returns whether it differs from the one before. */
  enter(phase: string): boolean {
    const key = phaseKey(phase);
    if (key === this.key) return false;
    this.count();
    this.key = key;
    this.since = Date.now();
    if (!this.times.has(key) && this.times.size < MAX_PHASES)
      this.times.set(key, { since: this.since, ms: 0 });
    return true;
  }

  /** Returns the times in the order in which the phases began. */
  taken(): PhaseTime[] {
    this.count();
    return [...this.times].map(([key, time]) => ({ key, ...time }));
  }

  private count(): void {
    const now = performance.now();
    const before = this.times.get(this.key);
    if (before !== undefined) before.ms += now - this.begun;
    this.begun = now;
  }
}
