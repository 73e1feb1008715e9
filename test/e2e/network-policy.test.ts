import { sharedServer } from '../support/shared-server.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { requireProblem } from '../support/http.js';
import type { TestServer } from '../support/server.js';
import { newMetaTask, postMetaTask, type MetaTask, TYPES } from '../support/meta-tasks.js';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const patch = (reference: string, body: object) =>
  server.call<MetaTask>('PATCH', `${TYPES}/${reference}`, { body });

describe('allowed_hosts', () => {
  it('allowed_hosts are normalised and kept once each', async () => {
    const { allowed_hosts: hosts, identifier } = await newMetaTask(server, {
      name: 'Spelt',
      network: 'restricted',
      allowed_hosts: ['API.Example.com.', 'api.example.com', '*.MÜNCHEN.de:0443', '[2001:DB8::1]'],
    });
    expect(hosts).toEqual(['api.example.com', '*.xn--mnchen-3ya.de:443', '2001:db8::1']);
    const same = await patch(identifier, {
      allowed_hosts: hosts.map((host) => host.toUpperCase()),
    });
    expect(same.body.version).toBe(1);
  });

  it.each([
    [{ network: 'all' }, '/network'],
    [{ network: 'restricted' }, '/allowed_hosts'],
    [{ network: 'restricted', allowed_hosts: [] }, '/allowed_hosts'],
    [{ network: 'open', allowed_hosts: ['a.example'] }, '/allowed_hosts'],
    [{ allowed_hosts: ['a.example'] }, '/allowed_hosts'],
    [{ network: 'restricted', allowed_hosts: 'a.example' }, '/allowed_hosts'],
    [{ network: 'restricted', allowed_hosts: [7] }, '/allowed_hosts'],
    [{ network: 'restricted', allowed_hosts: ['a.example', '*'] }, '/allowed_hosts/1'],
    [{ network: 'restricted', allowed_hosts: ['https://a.example'] }, '/allowed_hosts/0'],
    [{ network: 'restricted', allowed_hosts: ['a.example:0'] }, '/allowed_hosts/0'],
    [{ network: 'restricted', allowed_hosts: ['a'.repeat(301)] }, '/allowed_hosts'],
    [
      {
        network: 'restricted',
        allowed_hosts: Array.from({ length: 101 }, (_, n) => `h${n}.example`),
      },
      '/allowed_hosts',
    ],
  ])(
    'the policy %j is refused with a pointer, at creation and in a change',
    async (field, pointer) => {
      const { identifier } = await newMetaTask(server, { name: 'Plain' });
      for (const answer of [
        await postMetaTask(server, { name: 'x', ...field }),
        await patch(identifier, field),
      ]) {
        const { code, errors } = requireProblem(answer);
        expect([code, errors[0]?.pointer]).toEqual(['validation_failed', pointer]);
      }
    },
  );

  it('a change of the network policy requires a matching change of allowed_hosts', async () => {
    const { identifier } = await newMetaTask(server, {
      name: 'Goes along',
      network: 'restricted',
      allowed_hosts: ['a.example'],
    });
    expect(requireProblem(await patch(identifier, { network: null })).detail).toContain(
      'goes with the network "restricted" alone, and this one is "none"',
    );
    const open = await patch(identifier, { network: 'open', allowed_hosts: null });
    expect(open.body).toMatchObject({ version: 2, network: 'open', allowed_hosts: [] });
    const first = await server.call<MetaTask>('GET', `${TYPES}/${identifier}/versions/1`);
    expect(first.body).toMatchObject({ network: 'restricted', allowed_hosts: ['a.example'] });
  });
});
