import type { AttemptPhase, Run, TaskStatus } from '../../api/types.js';
import type { BegunPhase } from '../../live/with-phases.js';

/** Phase of a run in the phase bar. Durations are in ms; null if unknown. */
export interface BarPhase {
  name: string;
  state: 'done' | 'now' | 'failed' | 'future';
  ms: number | null;
  usual: number | null;
  /** True if the phase takes far longer than usual. */
  slow: boolean;
}

const SLOW_FACTOR = 2;
const SLOW_MS = 1_000;

/** Returns the key of a phase in the statistics, in which phases that differ only in numbers are the same. */
export function phaseKey(phase: string): string {
  return phase.replaceAll(/\d+(?:[.,]\d+)*/g, '#');
}

/** Returns the phases of a run that has ended. Unless it succeeded, the phases that usually follow are added. */
export function endedPhases(
  status: TaskStatus,
  phases: readonly AttemptPhase[],
  usual: readonly AttemptPhase[],
): BarPhase[] {
  const own = phases.filter(({ name }) => name !== '');
  const last = own.at(-1);
  const done = own.map(({ name, duration_ms: ms, usual_ms: usually }): BarPhase => {
    const failed = status !== 'success' && name === last?.name;
    return { name, state: failed ? 'failed' : 'done', ms, usual: usually, slow: false };
  });
  if (status === 'success' || last === undefined) return done;
  return [...done, ...following(usual, last.name, new Set(own.map(({ name }) => name)))];
}

/** Returns the phases of a run in progress. `begun` contains its known phases in chronological order. */
export function livePhases(
  run: Pick<Run, 'current_phase' | 'phase_overdue'>,
  begun: readonly Pick<BegunPhase, 'name' | 'since'>[],
  usual: readonly AttemptPhase[],
  now: number,
): BarPhase[] {
  const current = run.current_phase;
  const usually = (name: string): number | null =>
    findUsualDuration(usual.find((phase) => phase.name === phaseKey(name)));
  // The durations of a phase that occurs several times are added up.
  const times = new Map<string, { name: string; ms: number }>();
  for (const [index, { name, since }] of begun.entries()) {
    const key = phaseKey(name);
    const ms = Math.max(0, (begun[index + 1]?.since ?? now) - since);
    times.set(key, { name, ms: (times.get(key)?.ms ?? 0) + ms });
  }
  if (current !== null && !times.has(phaseKey(current)))
    times.set(phaseKey(current), { name: current, ms: Number.NaN });
  const present = current === null ? null : phaseKey(current);
  const known = [...times].map(([key, { name, ms }]): BarPhase => {
    const usualMs = usually(name);
    const is = key === present;
    const late = usualMs !== null && ms > Math.max(usualMs * SLOW_FACTOR, usualMs + SLOW_MS);
    return {
      name,
      state: is ? 'now' : 'done',
      ms: Number.isNaN(ms) ? null : ms,
      usual: usualMs,
      slow: is && (run.phase_overdue || late),
    };
  });
  const after = following(usual, present ?? '', new Set(times.keys()));
  return [...known, ...after];
}

/** Returns the phases that usually come after `after`, without those that have already occurred. */
function following(
  usual: readonly AttemptPhase[],
  after: string,
  been: ReadonlySet<string>,
): BarPhase[] {
  const at = usual.findIndex(({ name }) => name === after);
  if (at < 0 && after !== '') return [];
  return usual
    .slice(at + 1)
    .filter(({ name }) => name !== '' && !been.has(name))
    .map((phase) => ({
      name: phase.name,
      state: 'future',
      ms: null,
      usual: findUsualDuration(phase),
      slow: false,
    }));
}

function findUsualDuration(phase: AttemptPhase | undefined): number | null {
  return phase === undefined ? null : (phase.usual_ms ?? phase.duration_ms);
}
