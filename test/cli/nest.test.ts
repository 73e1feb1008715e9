/** Tests the commands of Nest in a clone: `nest-cli.json` names the sources, the compiler's settings and the entry. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it } from '@jest/globals';
import { newInstallation } from '../support/server.js';

const NEST = 'node_modules/@nestjs/cli/bin/nest.js';

it('nest generate puts the parts of a module into its folder', () => {
  const generated = (schematic: string): string => {
    const args = [NEST, 'generate', schematic, 'tasks/parcels', '--dry-run'];
    return execFileSync(process.execPath, args, { encoding: 'utf8' });
  };
  expect(generated('module')).toContain('CREATE src/tasks/parcels/parcels.module.ts');
  expect(generated('controller')).not.toContain('.spec.ts');
});

it('the program that nest start runs is a server', async () => {
  const { settings, remove } = await newInstallation({ METARUN_PORT: '0' });
  // This file is the compiled `src/main.ts`; compiling everything for this test would take half a minute.
  const server = spawn(process.execPath, ['dist/modules/main.js', '--json'], {
    env: settings,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(createInterface(server.stdout), 'line')) as [string];
    const { url } = JSON.parse(line) as { url: string };
    const answer = await fetch(`${url}/health/ready`);
    expect(await answer.json()).toMatchObject({ status: 'ok' });
    server.kill();
    expect(await once(server, 'exit')).toEqual([0, null]);
  } finally {
    server.kill('SIGKILL');
    await remove();
  }
});
