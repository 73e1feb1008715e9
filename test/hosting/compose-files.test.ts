/**
 * Tests that the compose files of deploy/ follow the Compose Specification, which Debian's podman-compose does not
 * check.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { ROOT } from '../support/markdown.js';
import { hostingTools } from './tools.js';

it('the compose files have the structure of the Compose Specification', async () => {
  const tools = await hostingTools();
  for (const name of ['compose.yaml', 'compose.roles.yaml', 'compose.valkey.yaml'])
    expect([name, await tools.composeErrors(join(ROOT, 'deploy', name))]).toEqual([name, []]);
  const wrong = join(tools.folder, 'compose.yaml');
  const text = readFileSync(join(ROOT, 'deploy/compose.roles.yaml'), 'utf8');
  writeFileSync(wrong, text.replaceAll('stop_grace_period', 'stop_grace'));
  expect(await tools.composeErrors(wrong)).not.toEqual([]);
}, 600_000);
