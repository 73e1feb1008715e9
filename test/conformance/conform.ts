import { describe, expect, it } from '@jest/globals';
import { SCRIPT_LANGUAGES, type ScriptLanguage } from '../../src/base/languages/index.js';
import type { RunOutcome } from '../../src/sandbox/runtime/runtime.js';
import type { RecordedCall } from '../support/recording-host.js';
import { type ConformanceRecord, record } from '../support/records.js';
import { sandbox } from '../support/sandbox.js';
import { inGate, ofOneKind } from '../support/size.js';
import { type Behaviour, ERROR_KINDS, type Expected, type Group } from './behaviour.js';

export interface Seen {
  outcome: RunOutcome | { kind: 'refused'; message: string; line: number | null };
  events: readonly string[];
  calls: readonly RecordedCall[];
  ms: number;
}

export type Fixture<B extends Behaviour> = (
  language: ScriptLanguage,
  script: string,
  behaviour: B,
  id: string,
) => Promise<Seen>;

/** A language on a runtime that is not its default. The list of behaviours does not show it. */
interface Variant {
  only?: ScriptLanguage | null;
  /** Different expectations, by the id of the behaviour. */
  differs?: Record<string, Partial<Expected>>;
}

/** Defines a test for each behaviour and language, all on `fixture`. */
export function conform<B extends Behaviour>(
  groups: readonly Group<B>[],
  fixture: Fixture<B>,
  { only = null, differs = {} }: Variant = {},
): void {
  for (const { title, behaviours } of groups)
    describe(title, () => {
      for (const [id, behaviour] of tried(Object.entries(behaviours), only))
        describe(id, () => {
          const languages = only === null ? SCRIPT_LANGUAGES : [only];
          it.each(languages)(`${behaviour.says.replaceAll('%', '%%')} in %s`, async (language) => {
            const shown = { outcome: 'none', ok: false };
            try {
              const expected = { ...behaviour, ...behaviour.differs?.[language], ...differs[id] };
              await check(language, behaviour, fixture, id, shown, expected);
              shown.ok = true;
            } finally {
              const row = buildRow(title, id, language, behaviour);
              if (only === null) record({ ...row, ...shown });
            }
          });
        });
    });
}

/**
 * Returns the behaviours to try. In the gate, a variant tries the first of each group, and the default runtimes all
 * that are not heavy.
 */
function tried<B extends Behaviour>(
  entries: readonly [id: string, behaviour: B][],
  only: ScriptLanguage | null,
): readonly [id: string, behaviour: B][] {
  if (only !== null) return ofOneKind(entries);
  return inGate ? entries.filter(([, { heavy = false }]) => !heavy) : entries;
}

function buildRow(
  group: string,
  name: string,
  language: ScriptLanguage,
  { says, differs }: Behaviour,
): Omit<ConformanceRecord, 'outcome' | 'ok'> {
  const because = differs?.because ?? null;
  const measured = { ended_after_deadline_ms: null, peak_mb: null };
  const { kind } = sandbox.report;
  return { suite: 'conformance', sandbox: kind, language, group, name, says, because, ...measured };
}

/** Checks all runs of a behaviour. Stores the outcome of the last run in `shown`, even if it is unexpected. */
async function check<B extends Behaviour>(
  language: ScriptLanguage,
  behaviour: B,
  fixture: Fixture<B>,
  id: string,
  shown: { outcome: string },
  expected: Expected,
): Promise<void> {
  const script: string | undefined = behaviour[language];
  if (script === undefined)
    throw new Error(`"${id}" has no script in ${language}: every language does all of the list`);
  const { runs = 1, copies = 1 } = behaviour;
  for (let run = 0; run < runs; run += 1) {
    const once = () => fixture(language, script, behaviour, id);
    for (const seen of await Promise.all(Array.from({ length: copies }, once))) {
      const { outcome } = seen;
      shown.outcome = outcome.kind === 'failed' ? outcome.code : outcome.kind;
      expectSeen(expected, seen, language);
    }
  }
}

function expectSeen(expected: Expected, seen: Seen, language: ScriptLanguage): void {
  expect(seen.outcome).toMatchObject(toExpectedOutcome(expected));
  // toMatchObject would accept additional members.
  if ('result' in expected && seen.outcome.kind === 'success')
    expect(seen.outcome.result).toEqual(expected.result);
  if ('message' in seen.outcome) expectError(expected, seen.outcome, language);
  if (expected.retry === null) expect(seen.outcome).not.toHaveProperty('retry');
  else if (expected.retry) expect(seen.outcome).toHaveProperty('retry', expected.retry);
  if (expected.events) expect(seen.events).toEqual(expected.events);
  if (expected.reports) expect(seen.events).toEqual(expect.arrayContaining([...expected.reports]));
  if (expected.calls) expect(seen.calls).toEqual(expected.calls);
  if (expected.withinMs !== undefined) expect(seen.ms).toBeLessThan(expected.withinMs);
}

function toExpectedOutcome({
  error,
  raises,
  refused,
  suspended,
}: Expected): Record<string, unknown> {
  if (refused)
    return { kind: 'refused', ...(refused.line !== undefined && { line: refused.line }) };
  if (suspended !== undefined) return { kind: 'suspended', on: suspended };
  if (error !== undefined) return { kind: 'failed', code: error };
  return raises === undefined ? { kind: 'success' } : { kind: 'failed', code: 'script_error' };
}

function expectError(
  expected: Expected,
  outcome: Extract<Seen['outcome'], { message: string }>,
  language: ScriptLanguage,
): void {
  const { raises, message = '', refused } = expected;
  if (raises !== undefined)
    expect(outcome.message).toMatch(new RegExp(`^${ERROR_KINDS[raises][language]}: \\S`));
  expect(outcome.message).toMatch(refused?.message ?? message);
  const stack = outcome.kind === 'failed' ? (outcome.stack ?? '') : '';
  // The stack must not contain frames of the guest or paths of the machine.
  expect(stack).not.toMatch(/metarun_guest|bootstrap|node:|runtimes\/|\/tmp|\/usr|dist\//);
  if (expected.stack) expect(stack).toMatch(expected.stack);
  if (expected.lines) {
    const lines = [...stack.matchAll(/workflow\.\w+(?:", line |:)(\d+)/g)].map(([, line]) => line);
    expect([...new Set(lines)].map(Number).toSorted((a, b) => a - b)).toEqual(expected.lines);
  }
}
