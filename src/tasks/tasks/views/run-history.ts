import { type PhaseTime, phaseKey } from '../../../workflow/engine/runs/phase-times.js';

/** Weight of the newest run, once there are as many as its inverse: an exponentially weighted mean and variance. */
const WEIGHT = 0.1;
/** Share of runs below which a phase is forgotten. */
const LEAST_SHARE = 0.02;
const MAX_PHASES = 50;
/** A phase is overdue if it takes longer than all of these allow. */
const OVERDUE_RUNS = 5;
const OVERDUE_DEVIATIONS = 4;
const OVERDUE_FACTOR = 2;
const OVERDUE_MS = 1_000;

/** Statistics of one phase of a meta-task, from successful runs. Times in ms. */
export interface PhaseHistory {
  key: string;
  /** Number of runs with the phase. */
  runs: number;
  /** Share of runs with the phase, 0 to 1. */
  share: number;
  mean: number;
  variance: number;
}

/** Statistics of the runs of a meta-task; phases in their usual order. */
export interface RunHistory {
  runs: number;
  phases: PhaseHistory[];
}

export const NO_HISTORY: RunHistory = { runs: 0, phases: [] };

export interface Estimate {
  /** Whole seconds until the likely end of the run; null without a history. */
  etaSeconds: number | null;
  /** True if the current phase has taken far longer than usual. */
  phaseOverdue: boolean;
}

export const NO_ESTIMATE: Estimate = { etaSeconds: null, phaseOverdue: false };

/** Returns the history with one more run. */
export function learn(
  history: RunHistory,
  taken: readonly Pick<PhaseTime, 'key' | 'ms'>[],
): RunHistory {
  const runs = history.runs + 1;
  const weight = Math.max(1 / runs, WEIGHT);
  const before = new Map(history.phases.map((phase) => [phase.key, phase]));
  const now = taken.map(({ key, ms }) => withTime(before.get(key), key, ms, weight));
  const keys = new Set(taken.map(({ key }) => key));
  const absent = history.phases.filter(({ key }) => !keys.has(key));
  const kept = absent
    .map((phase) => ({ ...phase, share: rounded(phase.share * (1 - weight)) }))
    .filter(({ share }) => share >= LEAST_SHARE)
    .sort((one, other) => other.share - one.share)
    .slice(0, Math.max(0, MAX_PHASES - now.length));
  return { runs, phases: inOrder(history.phases, now, kept) };
}

/** Returns the estimate for a running task. `phase` is null before the first one; `ms` is the time in it. */
export function estimate(history: RunHistory, phase: string | null, ms: number): Estimate {
  const key = phaseKey(phase ?? '');
  const at = history.phases.findIndex((known) => known.key === key);
  const present = history.phases[at];
  if (!present) return NO_ESTIMATE;
  const rest = history.phases
    .slice(at + 1)
    .reduce((sum, { share, mean }) => sum + share * mean, Math.max(0, present.mean - ms));
  const usual = present.mean + OVERDUE_DEVIATIONS * Math.sqrt(present.variance);
  const most = Math.max(usual, present.mean * OVERDUE_FACTOR, present.mean + OVERDUE_MS);
  return {
    etaSeconds: Math.ceil(rest / 1000),
    phaseOverdue: present.runs >= OVERDUE_RUNS && ms > most,
  };
}

function withTime(
  before: PhaseHistory | undefined,
  key: string,
  ms: number,
  weight: number,
): PhaseHistory {
  const { runs, share, mean, variance } = before ?? { runs: 0, share: 0, mean: 0, variance: 0 };
  const own = Math.max(1 / (runs + 1), WEIGHT);
  const step = own * (ms - mean);
  return {
    key,
    runs: runs + 1,
    share: rounded(share + (1 - share) * weight),
    mean: rounded(mean + step),
    variance: rounded((1 - own) * (variance + (ms - mean) * step)),
  };
}

/** Returns the phases in the order of the newest run; a phase that it lacks stays after its predecessor. */
function inOrder(
  before: readonly PhaseHistory[],
  now: readonly PhaseHistory[],
  kept: readonly PhaseHistory[],
): PhaseHistory[] {
  const phases = [...now];
  const absent = new Map(kept.map((phase) => [phase.key, phase]));
  for (const [index, { key }] of before.entries()) {
    const phase = absent.get(key);
    if (!phase) continue;
    const previous = before[index - 1]?.key;
    phases.splice(phases.findIndex((known) => known.key === previous) + 1, 0, phase);
  }
  return phases;
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
