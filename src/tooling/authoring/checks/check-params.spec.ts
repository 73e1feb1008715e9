import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openMetaTask } from '../meta-task-folder.js';
import { checkParams } from './check-params.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metarun-params-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('params whose name has a slash or a tilde are reported at their place', async () => {
  const yaml = `name: A
schedules:
  - name: nightly
    cron: "@daily"
    params:
      a/b: x
      c~d: y
params_schema: { properties: { a/b: { type: integer }, c~d: { type: integer } } }
`;
  await writeFile(join(folder, 'metatask.yaml'), yaml);
  await writeFile(join(folder, 'workflow.py'), 'def run(params, reporter):\n    pass\n');
  const found = await checkParams(await openMetaTask(folder), null);
  expect(found.map(({ pointer, line, column }) => ({ pointer, line, column }))).toEqual([
    { pointer: '/schedules/0/params/a~1b', line: 6, column: 7 },
    { pointer: '/schedules/0/params/c~0d', line: 7, column: 7 },
  ]);
});
