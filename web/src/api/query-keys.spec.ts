import { beforeAll, expect, it } from '@jest/globals';

const MODULES = (
  'again agents approvals audit bulk editor examples failing-lines file-content file-search files find images logs ' +
  'mcp-servers memories meta-tasks model-providers now project-settings related-runs run runs schedules settings stats ' +
  'transcript usage users webhooks'
).split(' ');
/**
 * Arguments that are deliberately not part of a query key: the size of a file version, and a part of a query that is
 * not a name.
 */
const NOT_ASKED = new Set(['beginningQuery 2', 'statsQuery 1']);

type Question = (...of: string[]) => { queryKey: readonly unknown[] };

beforeAll(() => {
  Object.assign(globalThis, { document: { baseURI: 'http://server/ui/' }, window: {} });
});

it.each(MODULES)('a question of %s about something else is another question', async (name) => {
  const members = (await import(`./${name}.js`)) as Record<string, unknown>;
  const same: string[] = [];
  for (const [question, ask] of Object.entries(members)) {
    if (!question.endsWith('Query') || typeof ask !== 'function') continue;
    const keyOf = (of: string[]): string => JSON.stringify((ask as Question)(...of).queryKey);
    // The arguments are numbers, which also serve as names, since some queries calculate with them.
    const of = Array.from({ length: ask.length }, (_, index) => String(1_000 * (index + 1)));
    for (const [index] of of.entries())
      if (keyOf(of.with(index, '90000')) === keyOf(of)) same.push(`${question} ${index}`);
  }
  expect(same.filter((one) => !NOT_ASKED.has(one))).toEqual([]);
});
