/** Packages of the table that are installed here anyway; `npm run test:all -- packages` tries all of them. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from '../../src/sandbox/bundling/bundle.js';
import { requireResult } from '../support/outcome.js';
import { run, runtime } from '../support/typescript-runs.js';
import data from '../packages/cases/data.js';
import net from '../packages/cases/net.js';
import text from '../packages/cases/text.js';
import work from '../packages/cases/work.js';

const CASES: Readonly<Record<string, string>> = { ...data, ...net, ...text, ...work };
const NAMES = [
  'ajv',
  'commander',
  'diff',
  'iconv-lite',
  'lru-cache',
  'mime-types',
  'rxjs',
  'smol-toml',
  'uuid',
  'yaml',
];
const folder = mkdtempSync(join(import.meta.dirname, '../../node_modules/.popular-'));

beforeAll(() => runtime.warm());
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await runtime.close();
});

describe('returns in an isolate what it returns in Node', () => {
  it.each(NAMES)('a package returns the same in an isolate as in Node: %s', async (name) => {
    // The file must not be named like a package, as it would replace its modules.
    const file = join(folder, `case-${name}.mjs`);
    writeFileSync(file, CASES[name] ?? '');
    const { script } = await bundle(file);
    const module = (await import(file)) as { default: () => unknown };
    const expected: unknown = JSON.parse(JSON.stringify(await module.default()));
    expect(requireResult(await run(script))).toEqual(expected);
  });
});
