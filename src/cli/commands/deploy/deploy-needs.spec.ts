import { expect, it } from '@jest/globals';
import { answeredClient } from '../../../../test/support/answered-client.js';
import type { DeploymentPlan } from '../../../tooling/authoring/deployment.js';
import { missingNeeds } from './deploy-needs.js';

const plan = (network: string, hosts: string[] = []): DeploymentPlan =>
  ({
    script: 'secrets.get("HERE"), secrets.get("MISSING")',
    metaTask: { identifier: 'm', definition: { network, allowed_hosts: hosts } },
  }) as unknown as DeploymentPlan;

it('secrets, a network and addresses that the server lacks are what a meta-task needs', async () => {
  const { client, answer } = answeredClient();
  const ask = async (one: DeploymentPlan, widest = 'restricted'): Promise<string[]> => {
    answer([{ name: 'HERE' }]);
    answer({ widest, ranges: ['10.0.0.0/8'] });
    return (await missingNeeds(client, [one])).map(({ message }) => message);
  };
  const secret = expect.stringContaining('no secret MISSING');
  expect(await ask(plan('none'))).toEqual([secret]);
  expect(await ask(plan('open'))).toEqual([
    secret,
    expect.stringContaining('allows the network "restricted" at most, and it has "open"'),
  ]);
  const hosts = ['example.com', '10.1.2.3', '192.168.0.1:80', 'localhost'];
  expect(await ask(plan('restricted', hosts))).toEqual([
    secret,
    expect.stringContaining('192.168.0.1:80 is a private address'),
    expect.stringContaining('localhost is '),
  ]);
});

it('credentials that may not read secrets or the network leave those out', async () => {
  const { client, answer } = answeredClient();
  for (const status of [403, 404]) answer({ code: 'c', detail: 'd' }, {}, status);
  expect(await missingNeeds(client, [plan('open')])).toEqual([]);
});
