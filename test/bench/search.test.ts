import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { sized } from '../support/size.js';

const run = promisify(execFile);
/** Option for the databases. Other tests run the statements on both. */
const ON = `--database=${sized('both', 'postgres')}`;

it('the benchmark of searches makes all its measurements at a small size', async () => {
  const args = ['bench/search.mjs', '--quick', '--json', '--vectors', '--files=25', ON];
  const { stdout } = await run(process.execPath, args);
  const report: unknown = JSON.parse(stdout);
  const times = { p50: expect.any(Number), cpu: expect.any(Number) };
  const kind = {
    files: 25,
    indexedPerSecond: expect.any(Number),
    embeddedPerSecond: expect.any(Number),
    reference: times,
    searches: {
      'a word of few files': { results: 1, ...times },
      'a word of most files': { results: 20, ...times },
      'a word within a directory': times,
      'a word that is nowhere': { results: 0, ...times },
      'a word that is nowhere, by meaning': { results: 20, ...times },
      'a word of 20 files, in a workspace of theirs': { results: 20, ...times },
    },
  };
  expect(report).toMatchObject(sized({ sqlite: kind, postgres: kind }, { postgres: kind }));
});
