import { type EndedTask, type HostileCase, MEMORY_MB, type Target } from './hostile-case.js';
import type { Attempt } from './project.js';
import type { Sightings } from './watch.js';

/** A run ends at most so long after its deadline, beside what an idle server takes for an answer then three times over (ms). */
const LATE_MS = 1_000;
/** Longest answer of the server while a script attacks, beside what an idle server takes then three times over (ms). */
const LATENCY_MS = 500;

export interface Evidence {
  target: Target;
  hostile: HostileCase;
  attempt: Attempt;
  sightings: Sightings;
  /** Whether the process of the server is the one that it was. */
  sameServer: boolean;
  /** A run of another project at the same time, and one afterwards. */
  beside: EndedTask;
  next: EndedTask;
  /** The probe’s result before any attack, and its result now. */
  leftovers: readonly [before: unknown, after: unknown];
  /** What is left of its processes, or null. */
  left: string | null;
}

export interface Verdict {
  outcome: string;
  afterDeadlineMs: number | null;
  peakMb: number;
  /** All that does not hold; empty where the attack was contained. */
  faults: string[];
}

export function judge(evidence: Evidence): Verdict {
  const { attempt, sightings } = evidence;
  return {
    outcome: attempt.ending,
    afterDeadlineMs: attempt.afterDeadlineMs,
    peakMb: sightings.peakMb,
    faults: [...attempt.faults, ...ownFaults(evidence), ...faultsOfOthers(evidence)],
  };
}

/** Of a case that could not be looked at to its end. */
export function unjudged(error: unknown): Verdict {
  return { outcome: 'none', afterDeadlineMs: null, peakMb: 0, faults: [String(error)] };
}

/** What does not hold for the run itself. */
function ownFaults({ target, hostile, attempt, sightings }: Evidence): string[] {
  const { ending, afterDeadlineMs, task, log } = attempt;
  const faults: string[] = [];
  if (!hostile.ends.some((expected) => expected === ending))
    faults.push(`ended as ${ending}, not ${hostile.ends.join(' or ')}: ${task?.error_message}`);
  if (afterDeadlineMs !== null && afterDeadlineMs > LATE_MS + 3 * sightings.referenceMs)
    faults.push(`ended ${afterDeadlineMs} ms after its deadline`);
  const allowed = target.allowedMb(hostile.metaTask?.memory_mb ?? MEMORY_MB);
  if (sightings.peakMb > allowed)
    faults.push(`took ${sightings.peakMb} MiB of memory, ${allowed} at most`);
  const told = [task?.error_message, task?.error_stack, log].join('\n');
  const detail = target.hostDetail.exec(told)?.[0];
  if (detail !== undefined) faults.push(`reveals details of its host: ${detail}`);
  const wrong = task === null ? null : (hostile.wrong?.(task, log) ?? null);
  if (wrong !== null) faults.push(wrong);
  return faults;
}

/** What does not hold for everybody else. */
function faultsOfOthers(evidence: Evidence): string[] {
  const { sightings, sameServer, beside, next, leftovers, left } = evidence;
  const faults: string[] = [];
  if (!sameServer) faults.push('the server is not the process that it was');
  const allowed = LATENCY_MS + 3 * sightings.referenceMs;
  if (sightings.latencyMs > allowed)
    faults.push(`the server took ${sightings.latencyMs} ms for an answer, ${allowed} at most`);
  if (beside.result !== 'unharmed')
    faults.push(`a run beside it was harmed: ${JSON.stringify(beside)}`);
  if (next.result !== 42) faults.push(`the next run was harmed: ${JSON.stringify(next)}`);
  const [before, after] = leftovers.map((found) => JSON.stringify(found));
  if (before !== after) faults.push(`it has left something: ${difference(before, after)}`);
  if (left !== null) faults.push(left);
  return faults;
}

function difference(before = '', after = ''): string {
  const at = [...after].findIndex((character, index) => character !== before[index]);
  const from = Math.max(0, at - 60);
  return `…${after.slice(from, at + 100)}… instead of …${before.slice(from, at + 100)}…`;
}
