import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { answeredClient } from '../../../../test/support/answered-client.js';
import type { DeploymentPlan } from '../../../tooling/authoring/deployment.js';
import { planAllFiles } from './deploy-files.js';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'metarun-deploy-'));
});
afterAll(() => rmSync(root, { recursive: true }));

/** Creates the plan of a meta-task with one file for a workspace that does not exist yet. */
function createPlan(name: string, content: string, workspace: string): DeploymentPlan {
  const folder = join(root, name);
  mkdirSync(join(folder, 'workspace'), { recursive: true });
  writeFileSync(join(folder, 'workspace/rates.csv'), content);
  const metaTask = { folder, bindings: { workspace } };
  return { metaTask, newWorkspaces: [workspace] } as unknown as DeploymentPlan;
}

it('two meta-tasks may not have files that differ for one place of a workspace', async () => {
  const { client } = answeredClient();
  const one = createPlan('a', 'one', 'shared');
  const same = createPlan('b', 'one', 'shared');
  const planned = await planAllFiles(client, [one, same, createPlan('c', 'other', 'own')]);
  expect([...planned.values()].map(({ added }) => added.length)).toEqual([1, 1, 1]);
  const both = planAllFiles(client, [one, createPlan('d', 'other', 'shared')]);
  await expect(both).rejects.toThrow(/would both be \/rates\.csv of one workspace/);
});
