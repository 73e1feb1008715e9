import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { record } from '../../support/records.js';
import { ofOneKind } from '../../support/size.js';
import type { Catalogue, Target } from './hostile-case.js';
import { Lanes } from './lanes.js';

/** Set by the Jest project; empty for the best sandbox that works here. */
declare const SANDBOX: string;

/** Maximum duration of a case including its waits, in ms. */
const CASE_MS = 600_000;

/** Defines a test for each case, which adds a row to the table of record-reporter.mjs. */
export function attackWith(target: Target, catalogue: Catalogue): void {
  const lanes = new Lanes(target, SANDBOX);
  beforeAll(() => lanes.open(), CASE_MS);
  afterAll(() => lanes.close(), CASE_MS);

  const language = target.title ?? target.language;

  describe(language, () => {
    for (const [group, cases] of Object.entries(catalogue))
      for (const hostile of ofOneKind(cases))
        it.concurrent(
          `the sandbox contains ${group}: ${hostile.name}`,
          async () => {
            const { again, ...found } = await lanes.find(hostile);
            record({
              suite: 'adversarial',
              sandbox: found.sandbox,
              language,
              group,
              name: hostile.name,
              outcome: again ? `${found.outcome} (second attempt)` : found.outcome,
              ended_after_deadline_ms: found.afterDeadlineMs,
              peak_mb: found.peakMb,
              ok: found.violations.length === 0,
            });
            expect(found.violations).toEqual([]);
          },
          CASE_MS,
        );
  });
}
