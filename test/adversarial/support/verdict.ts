import { type EndedTask, type HostileCase, MEMORY_MB, type Target } from './hostile-case.js';
import type { Attempt } from './project.js';
import type { Sightings } from './watch.js';

/**
 * Maximum time (ms) from the deadline of a run to its end, in addition to three times the answer time of an idle
 * server. It includes the second that a script has for its cleanup, and the end of its process.
 */
const LATE_MS = 1_750;
/** Maximum answer time (ms) during an attack, in addition to three times that of an idle server. */
const LATENCY_MS = 500;

export interface Evidence {
  target: Target;
  hostile: HostileCase;
  attempt: Attempt;
  sightings: Sightings;
  /** True if the server still has the same process as before the attack. */
  sameServer: boolean;
  /** A concurrent run of another project, and one after the attacks. */
  beside: EndedTask;
  next: EndedTask;
  /** Results of the probe before any attack and now. */
  leftovers: readonly [before: unknown, after: unknown];
  /** A description of the processes that are left, or null. */
  left: string | null;
}

export interface Verdict {
  outcome: string;
  afterDeadlineMs: number | null;
  peakMb: number;
  /** Descriptions of all violations; empty if the attack was contained. */
  violations: string[];
}

export function judge(evidence: Evidence): Verdict {
  const { attempt, sightings } = evidence;
  return {
    outcome: attempt.ending,
    afterDeadlineMs: attempt.afterDeadlineMs,
    peakMb: sightings.peakMb,
    violations: [
      ...attempt.violations,
      ...violationsOfRun(evidence),
      ...violationsOfOthers(evidence),
    ],
  };
}

/** Returns the verdict on a case that could not be checked. */
export function unjudged(error: unknown): Verdict {
  return { outcome: 'none', afterDeadlineMs: null, peakMb: 0, violations: [String(error)] };
}

function violationsOfRun({ target, hostile, attempt, sightings }: Evidence): string[] {
  const { ending, afterDeadlineMs, task, log } = attempt;
  const violations: string[] = [];
  if (!hostile.ends.some((expected) => expected === ending))
    violations.push(`ended as ${ending}, not ${hostile.ends.join(' or ')}: ${task?.error_message}`);
  const late = LATE_MS + (target.startMs ?? 0) + 3 * sightings.referenceMs;
  if (afterDeadlineMs !== null && afterDeadlineMs > late)
    violations.push(`ended ${afterDeadlineMs} ms after its deadline`);
  const allowed = target.allowedMb(hostile.metaTask?.memory_mb ?? MEMORY_MB);
  if (sightings.peakMb > allowed)
    violations.push(`took ${sightings.peakMb} MiB of memory, ${allowed} at most`);
  const visible = [task?.error_message, task?.error_stack, log].join('\n');
  const detail = target.hostDetail.exec(visible)?.[0];
  if (detail !== undefined) violations.push(`reveals details of its host: ${detail}`);
  const wrong = task === null ? null : (hostile.wrong?.(task, log) ?? null);
  if (wrong !== null) violations.push(wrong);
  return violations;
}

function violationsOfOthers(evidence: Evidence): string[] {
  const { sightings, sameServer, beside, next, leftovers, left } = evidence;
  const violations: string[] = [];
  if (!sameServer) violations.push('the server is not the process that it was');
  const allowed = LATENCY_MS + 3 * sightings.referenceMs;
  if (sightings.latencyMs > allowed)
    violations.push(`the server took ${sightings.latencyMs} ms for an answer, ${allowed} at most`);
  if (beside.result !== 'unharmed')
    violations.push(`a run beside it was harmed: ${JSON.stringify(beside)}`);
  if (next.result !== 42) violations.push(`the next run was harmed: ${JSON.stringify(next)}`);
  const [before, after] = leftovers.map((found) => JSON.stringify(found));
  if (before !== after) violations.push(`it has left something: ${difference(before, after)}`);
  if (left !== null) violations.push(left);
  return violations;
}

function difference(before = '', after = ''): string {
  const at = [...after].findIndex((character, index) => character !== before[index]);
  const from = Math.max(0, at - 60);
  return `…${after.slice(from, at + 100)}… instead of …${before.slice(from, at + 100)}…`;
}
