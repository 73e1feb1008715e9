import { KINDS } from './samples.js';
import type { Round, WaitsByKind } from './neighbourhood.js';

/** No victim waits longer than this for anything (ms). */
const WORST_MS = 2_000;
/** Nineteen of twenty waits are at most so much longer than without an attack (ms). */
const P95_ABOVE_QUIET_MS = 300;

/** What does not hold of the time that a round has cost the victim. */
export function lateFaults({ waits }: Round, quiet: WaitsByKind): string[] {
  return KINDS.filter((kind) => kind !== 'machine').flatMap((kind) => {
    const { worst, p95 } = waits[kind];
    const above = p95 - quiet[kind].p95;
    return [
      ...(worst > WORST_MS ? [`${kind} waited ${worst} ms, ${WORST_MS} at most`] : []),
      ...(above > P95_ABOVE_QUIET_MS
        ? [`p95 of ${kind} is ${above} ms above quiet, ${P95_ABOVE_QUIET_MS} at most`]
        : []),
    ];
  });
}
