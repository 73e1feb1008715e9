import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const MIB = 1024 * 1024;
const WRITER = fileURLToPath(new URL('../support/log-writer.mjs', import.meta.url));

interface Written {
  sizeAtFirst: number;
  most: number;
  begins: number;
  missing: number;
  late: number;
  failures: string[];
}

it('checkpoints move written data into the database, and keep the log below 64 MiB however much is written', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [WRITER]);
  const written = JSON.parse(stdout) as Written;
  expect(written).toMatchObject({ missing: 0, failures: [] });
  expect(written.sizeAtFirst).toBeLessThan(MIB);
  expect(written.most).toBeLessThan(64 * MIB);
  // The writer writes 392 MiB.
  expect(written.begins).toBeGreaterThan(4);
});
