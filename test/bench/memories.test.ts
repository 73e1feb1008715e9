import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { sized } from '../support/size.js';

const run = promisify(execFile);
/** Option for the databases. Other tests run the statements on both, so the gate needs one per measurement. */
const ON = `--database=${sized('both', 'postgres')}`;
const OTHER = `--database=${sized('both', 'sqlite')}`;

it('the benchmark of memories makes all its measurements at a small size', async () => {
  const { stdout } = await run(process.execPath, ['bench/memories.mjs', '--quick', '--json', ON]);
  const report: unknown = JSON.parse(stdout);
  const times = { p50: expect.any(Number), p95: expect.any(Number) };
  const kind = {
    memories: 50,
    addedPerSecond: expect.any(Number),
    reference: times,
    searches: {
      'a word of one memory': { results: 1, ...times },
      'a word of a tenth': { results: 8, ...times },
      'a word of all': { results: 8, ...times },
      'a question in a sentence': { results: 8, ...times },
      'a word that does not occur': { results: 0, ...times },
    },
    tasks: { with: times, without: times },
    jobs: 3,
  };
  expect(report).toMatchObject(sized({ sqlite: kind, postgres: kind }, { postgres: kind }));
});

it('the benchmark of memories searches by vectors as well', async () => {
  const { stdout } = await run(process.execPath, [
    'bench/memories.mjs',
    '--quick',
    '--json',
    '--vectors',
    OTHER,
  ]);
  const report = JSON.parse(stdout) as Record<string, { searches: Record<string, object> }>;
  for (const kind of sized(['sqlite', 'postgres'], ['sqlite'])) {
    const { searches = {} } = report[kind] ?? {};
    // If no memory contains the word, the nearest ones are found.
    expect(searches['a word that does not occur']).toMatchObject({ results: 8 });
    expect(searches['a question that was not asked before']).toMatchObject({ results: 8 });
  }
});
