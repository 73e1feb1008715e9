import { describe, expect, it } from '@jest/globals';
import type { Json, JsonObject } from '../../../base/kernel/json.js';
import type { CapabilityContext } from '../../../sandbox/runtime/capabilities.js';
import { SecretsService } from '../../../access/secrets/secrets.service.js';
import { HostSecrets } from './host-secrets.js';
import { httpTool, PlacedSecrets } from './http-tool.js';
import type { ToolUse } from './tool.js';

/** The secrets of a project, each allowed for only one URL. */
class TwoSecrets extends PlacedSecrets {
  override async read(_context: CapabilityContext, name: string, url: string): Promise<string> {
    if (url !== 'https://a.example/') throw new Error('network_denied');
    return `value of ${name}`;
  }
}

/** Returns the request that the host makes for a model. */
async function requestFor(input: JsonObject): Promise<JsonObject> {
  let asked: Json = null;
  const call = async (_method: string, args: Json): Promise<Json> => {
    asked = args;
    return { url: 'https://a.example/', status: 200, headers: [], body: '' };
  };
  const use = { input, stepId: 'step', context: {}, call } as unknown as ToolUse;
  await httpTool(new TwoSecrets()).run(use);
  return asked as unknown as JsonObject;
}

describe('a request of a model', () => {
  it('a request with a secret follows no redirect, which another host might get', async () => {
    const url = 'https://a.example/';
    const headers = { Authorization: 'Bearer {{secret:A}}, {{secret:B}}', Accept: 'text/plain' };
    expect(await requestFor({ url, headers })).toMatchObject({
      headers: [
        ['Authorization', 'Bearer value of A, value of B'],
        ['Accept', 'text/plain'],
      ],
      redirect: 'manual',
    });
    expect(await requestFor({ url, headers: { Accept: 'a' } })).toMatchObject({
      redirect: 'follow',
    });
    await expect(requestFor({ url: 'https://b.example/', headers })).rejects.toThrow(
      'network_denied',
    );
  });

  it('a secret that was placed into a request is redacted from then on', async () => {
    const stored = Object.create(SecretsService.prototype) as SecretsService;
    const secrets = Object.assign(stored, { readForHost: async () => 'hidden' });
    const redacted: string[] = [];
    const addRedaction = (value: string) => void redacted.push(value);
    const context = { addRedaction } as unknown as CapabilityContext;
    expect(await new HostSecrets(secrets).read(context, 'A', 'https://a.example/')).toBe('hidden');
    expect(redacted).toEqual(['hidden']);
  });

  it('a request that changes something has the key of its step, and no other', async () => {
    const url = 'https://a.example/';
    expect(await requestFor({ url, method: 'post' })).toMatchObject({
      method: 'POST',
      headers: [['Idempotency-Key', 'step']],
    });
    expect(await requestFor({ url })).toMatchObject({ method: 'GET', headers: [] });
    for (const name of ['Idempotency-Key', 'idempotency-key'])
      await expect(requestFor({ url, headers: { [name]: 'x' } })).rejects.toMatchObject({
        code: 'validation_failed',
      });
  });

  it('a request that only reads may be made again, and any other one is made once', () => {
    const tool = httpTool(new TwoSecrets());
    const methods = [
      undefined,
      'get',
      'HEAD',
      'OPTIONS',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'TRACE',
    ];
    const made = methods.map((method) => tool.recorded(method === undefined ? {} : { method }));
    expect(made).toEqual([...Array(4).fill('again'), ...Array(5).fill('once')]);
  });
});
