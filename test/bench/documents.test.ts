import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const run = promisify(execFile);

it('the benchmark of documents makes all its measurements at a small size', async () => {
  const { stdout } = await run(process.execPath, ['bench/documents.mjs', '--quick', '--json']);
  const report: unknown = JSON.parse(stdout);
  const kind = {
    documents: 8,
    perSecond: expect.any(Number),
    p50: expect.any(Number),
    p95: expect.any(Number),
    serverMiB: { before: expect.any(Number), peak: expect.any(Number) },
  };
  expect(report).toMatchObject({
    reference: { ...kind, answers: { 201: 8 } },
    converted: { ...kind, answers: { 201: 8 } },
    hostile: { ...kind, answers: { 201: 4, 422: 4 } },
  });
});
