import { KINDS } from './samples.js';
import type { Round, WaitsByKind } from './neighbourhood.js';

/** Maximum wait of a victim on a machine of pace 1, in ms. */
const WORST_MS = 2_000;
/** Maximum increase of the 95th percentile of the waits during an attack, in ms. */
const P95_ABOVE_QUIET_MS = 300;

/** Returns a description of each bound that the victim's waits in a round exceed. */
export function lateWaits({ waits }: Round, quiet: WaitsByKind, pace: number): string[] {
  const [mostWorst, mostAbove] = [WORST_MS * pace, P95_ABOVE_QUIET_MS * pace];
  return KINDS.filter((kind) => kind !== 'machine').flatMap((kind) => {
    const { worst, p95 } = waits[kind];
    const above = p95 - quiet[kind].p95;
    return [
      ...(worst > mostWorst ? [`${kind} waited ${worst} ms, ${mostWorst} at most`] : []),
      ...(above > mostAbove
        ? [`p95 of ${kind} is ${above} ms above quiet, ${mostAbove} at most`]
        : []),
    ];
  });
}
