import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { record } from '../../support/records.js';
import type { Catalogue, HostileCase, Target } from './hostile-case.js';
import { Lane } from './lane.js';
import { unjudged, type Verdict } from './verdict.js';

/** Set by the Jest project; empty for the best sandbox that works here. */
declare const SANDBOX: string;

/** Cases that are tried at the same time, each on a server of its own: `maxConcurrency` of jest.config.mjs. */
const LANES = 3;
/** The most time that a case may take with all checks around it (ms). */
const CASE_MS = 600_000;

/** Tries every case: a test each, and a row each of the table that record-reporter.mjs prints. */
export function attackWith(target: Target, catalogue: Catalogue): void {
  const free: Lane[] = [];

  beforeAll(async () => {
    free.push(
      ...(await Promise.all(Array.from({ length: LANES }, () => Lane.open(target, SANDBOX)))),
    );
  }, CASE_MS);
  afterAll(async () => {
    await Promise.all(free.map((lane) => lane.close()));
  }, CASE_MS);

  async function attempt(hostile: HostileCase): Promise<Verdict & { sandbox: string }> {
    const lane = free.pop();
    if (lane === undefined) throw new Error(`jest.config.mjs has to set maxConcurrency: ${LANES}`);
    const { sandbox } = lane;
    const verdict = await lane.attack(hostile).catch((error: unknown) => unjudged(error));
    if (verdict.violations.length === 0) free.push(lane);
    else {
      // The next case must not be affected by this one.
      await lane.close().catch(() => undefined);
      free.push(await Lane.open(target, SANDBOX));
    }
    return { ...verdict, sandbox };
  }

  describe(target.language, () => {
    for (const [group, cases] of Object.entries(catalogue))
      for (const hostile of cases)
        it.concurrent(
          `${group}: ${hostile.name}`,
          async () => {
            const first = await attempt(hostile);
            // Three cases attack one machine at the same time: a case that only the others have slowed down passes alone.
            const again = first.violations.length > 0;
            const verdict = again ? await attempt(hostile) : first;
            record({
              suite: 'adversarial',
              sandbox: verdict.sandbox,
              language: target.language,
              group,
              name: hostile.name,
              outcome: again ? `${verdict.outcome} (second attempt)` : verdict.outcome,
              ended_after_deadline_ms: verdict.afterDeadlineMs,
              peak_mb: verdict.peakMb,
              ok: verdict.violations.length === 0,
            });
            expect(verdict.violations).toEqual([]);
          },
          CASE_MS,
        );
  });
}
