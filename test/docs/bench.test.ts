import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const run = promisify(execFile);

it('the benchmark runs every measurement that docs/performance.md explains', async () => {
  const { stdout } = await run(process.execPath, ['bench/run.mjs', '--quick', '--json'], {
    maxBuffer: 16 * 1024 * 1024,
  });
  const report: unknown = JSON.parse(stdout);
  const times = { count: expect.any(Number), p50: expect.any(Number), p95: expect.any(Number) };
  const language = {
    sequential: { total: times },
    bursts: { total: times },
    throughput: { perSecond: expect.any(Number) },
  };
  expect(report).toMatchObject({
    quick: true,
    reference: { python: times, node: times, isolate: times, isolateFromSnapshot: times },
    start: {
      empty: expect.any(Number),
      existing: expect.any(Number),
      runners: expect.arrayContaining([expect.any(Number)]),
    },
    projects: [
      { projects: 1, total: times },
      { projects: 3, total: times },
    ],
    workflow: {
      typescript: { total: times, perSecond: expect.any(Number) },
      python: { total: times, perSecond: expect.any(Number) },
    },
    cancel: { typescript: times, python: times },
    sqlite: { typescript: language, python: language },
  });
}, 900_000);

it('the benchmark of a full database runs every measurement that docs/performance.md explains', async () => {
  const { TEST_POSTGRES_URL: _, ...env } = process.env;
  const args = ['bench/run.mjs', '--scale', '--quick', '--json'];
  const { stdout } = await run(process.execPath, args, { env });
  const report: unknown = JSON.parse(stdout);
  const spread = expect.objectContaining({ p50: expect.any(Number) });
  const compared = { empty: spread, full: spread, ratio: expect.any(Number) };
  const times = { create: compared, claim: compared, list: compared, detail: compared };
  const memory = { server: expect.any(Number), processes: expect.any(Number) };
  const measured = {
    stages: [
      { finished: 0, times },
      { finished: 400, times },
    ],
    deleting: {
      idle: expect.any(Number),
      deleting: expect.any(Number),
      rows: expect.any(Number),
      rowsPerSecond: expect.any(Number),
    },
    drained: { few: expect.any(Number), many: expect.any(Number) },
    waiting: { count: 50, without: memory, with: memory },
  };
  expect(report).toMatchObject({ sqlite: measured, postgres: measured });
}, 900_000);

it('the benchmark of searches runs every measurement that docs/search.md explains', async () => {
  const args = ['bench/search.mjs', '--quick', '--json', '--files=25'];
  const { stdout } = await run(process.execPath, args);
  const report: unknown = JSON.parse(stdout);
  const times = { p50: expect.any(Number), cpu: expect.any(Number) };
  const kind = {
    files: 25,
    indexedPerSecond: expect.any(Number),
    reference: times,
    searches: {
      'a word of few files': { results: 1, ...times },
      'a word of most files': { results: 20, ...times },
      'a word within a directory': times,
      'a word of 20 files, in a workspace of theirs': { results: 20, ...times },
    },
  };
  expect(report).toMatchObject({ sqlite: kind, postgres: kind });
});

it('the benchmark of documents runs every measurement that docs/knowledge-base.md explains', async () => {
  const { stdout } = await run(process.execPath, ['bench/documents.mjs', '--quick', '--json']);
  const report: unknown = JSON.parse(stdout);
  const kind = {
    documents: 20,
    perSecond: expect.any(Number),
    p50: expect.any(Number),
    p95: expect.any(Number),
    serverMiB: { before: expect.any(Number), peak: expect.any(Number) },
  };
  expect(report).toMatchObject({
    reference: { ...kind, answers: { 201: 20 } },
    converted: { ...kind, answers: { 201: 20 } },
    hostile: { ...kind, answers: { 201: 10, 422: 10 } },
  });
});
