/**
 * Tests that a victim project works at its own pace during each attack of another project. `npm test` runs the attacks
 * of a group together for some seconds and checks only what does not depend on the machine's speed.
 * `npm run test:all -- neighbours` runs them one by one and also checks the victim's waits.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { record } from '../support/records.js';
import { ATTACKS } from './attacks/catalogue.js';
import type { Attack } from './support/attack.js';
import { lateWaits } from './support/judgement.js';
import { Neighbourhood, type Terms } from './support/neighbourhood.js';
import { measurePace } from './support/pace.js';

/** Duration of each attack in s, set by `npm run test:all -- neighbours`. */
const SECONDS = Number(process.env['NEIGHBOURS_SECONDS'] ?? 0);
const TERMS: Omit<Terms, 'pace'> =
  SECONDS > 0
    ? { seconds: SECONDS, quietSeconds: 10, deadlineSeconds: 30, atOnce: 1_000 }
    : { seconds: 2, quietSeconds: 1, deadlineSeconds: 30, atOnce: 2 };
/** Maximum duration of a round with all its checks, in ms. */
const ROUND_MS = 180_000;

let pace = 1;
let neighbourhood: Neighbourhood | null = null;
beforeAll(async () => {
  pace = await measurePace();
});
afterAll(() => neighbourhood?.close(), ROUND_MS);

async function attempt(group: string, name: string, attacks: readonly Attack[]): Promise<void> {
  if (neighbourhood?.usable === false) {
    await neighbourhood.close();
    neighbourhood = null;
  }
  neighbourhood ??= await Neighbourhood.open({ ...TERMS, pace });
  const { sandbox, quiet } = neighbourhood;
  const round = await neighbourhood.round(attacks);
  const late = SECONDS > 0 ? lateWaits(round, quiet, pace) : [];
  record({
    suite: 'neighbours',
    sandbox,
    group,
    name,
    outcome: round.outcome,
    waits: round.waits,
    quiet,
    pace,
    late,
    violations: round.violations,
    ok: late.length + round.violations.length === 0,
  });
  expect([...round.violations, ...late]).toEqual([]);
}

for (const [group, attacks] of Object.entries(ATTACKS))
  if (SECONDS > 0)
    describe(group, () => {
      for (const attack of attacks)
        it(attack.name, () => attempt(group, attack.name, [attack]), ROUND_MS);
    });
  else
    it(
      `the other projects keep working during the attacks of the group ${group}`,
      () => attempt(group, 'all at once', attacks),
      ROUND_MS,
    );
