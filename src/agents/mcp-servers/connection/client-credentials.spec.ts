import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ServiceEgress } from '../../../sandbox/egress/service-egress.js';
import type { McpServer } from '../registry/mcp-server.js';
import { ClientCredentials, type ClientCredentialsAuth } from './client-credentials.js';

const NEVER = new AbortController().signal;
const TOKENS = 'https://login.example/token';
const SERVER = {
  id: 's',
  projectId: 'p',
  url: 'https://shop.example/mcp',
  updatedAt: 1,
} as McpServer;
const AUTH = {
  kind: 'client_credentials',
  secret: 'KEY',
  token_url: TOKENS,
  client_id: 'me & you',
  scopes: [],
} as ClientCredentialsAuth;

interface Asked {
  url: string;
  headers: Record<string, string>;
  fields: Record<string, string>;
}

let asked: Asked[];
/** Answers by URL; a token is returned for other URLs. */
let answers: Record<string, () => Response>;
let count: number;
beforeEach(() => {
  asked = [];
  answers = {};
  count = 0;
});

function credentials(): ClientCredentials {
  const made = new ClientCredentials(new ServiceEgress({ networkRanges: [] }, 'a test'));
  const fetch = async (_server: McpServer, url: URL, _signal: AbortSignal, init: RequestInit) => {
    const fields = Object.fromEntries(
      new URLSearchParams(typeof init.body === 'string' ? init.body : ''),
    );
    asked.push({ url: url.href, headers: init.headers as Record<string, string>, fields });
    const answer = answers[url.href];
    if (answer !== undefined) return answer();
    count += 1;
    return Response.json({ access_token: `token-${count}`, expires_in: 100 });
  };
  return Object.assign(made, { fetch });
}

const token = (
  one: ClientCredentials,
  auth: Partial<ClientCredentialsAuth> = {},
  server: Partial<McpServer> = {},
) => one.token({ ...SERVER, ...server } as McpServer, { ...AUTH, ...auth }, 'hush', NEVER);

describe('the token for an MCP server', () => {
  it('a token is asked for with the proof and the name of the server, and the scopes', async () => {
    const one = credentials();
    expect(await token(one, { scopes: ['read', 'write'] })).toBe('token-1');
    const basic = Buffer.from('me%20%26%20you:hush').toString('base64');
    expect(asked[0]).toMatchObject({
      url: TOKENS,
      headers: { authorization: `Basic ${basic}` },
      fields: { grant_type: 'client_credentials', resource: SERVER.url, scope: 'read write' },
    });
    await token(one, { method: 'client_secret_post' }, { id: 'other' });
    expect(asked[1]?.fields).toEqual({
      grant_type: 'client_credentials',
      resource: SERVER.url,
      client_id: 'me & you',
      client_secret: 'hush',
    });
    expect(asked[1]?.headers).not.toHaveProperty('authorization');
  });

  it('a token is used for its time but for its last half minute, by an unchanged server alone', async () => {
    const now = jest.spyOn(performance, 'now').mockReturnValue(0);
    try {
      const one = credentials();
      expect([await token(one), await token(one)]).toEqual(['token-1', 'token-1']);
      expect(await token(one, {}, { updatedAt: 2 })).toBe('token-2');
      now.mockReturnValue(69_999);
      expect(await token(one)).toBe('token-1');
      now.mockReturnValue(70_000);
      expect(await token(one)).toBe('token-3');
      one.forget(SERVER);
      expect(await token(one)).toBe('token-4');
      answers[TOKENS] = () => Response.json({ access_token: 'unsaid' });
      expect(await token(one, {}, { id: 'unsaid' })).toBe('unsaid');
      delete answers[TOKENS];
      now.mockReturnValue(70_000 + 299_999);
      expect(await token(one, {}, { id: 'unsaid' })).toBe('unsaid');
      now.mockReturnValue(70_000 + 300_000);
      expect(await token(one, {}, { id: 'unsaid' })).toBe('token-5');
    } finally {
      now.mockRestore();
    }
  });

  it.each([
    [
      'an error',
      () => Response.json({ error: 'invalid_client' }, { status: 401 }),
      'HTTP 401 (invalid_client)',
    ],
    [
      'a token with an error',
      () => Response.json({ access_token: 'x' }, { status: 400 }),
      'HTTP 400',
    ],
    ['no token', () => Response.json({}), 'no access_token'],
    [
      'a token that no header can have',
      () => Response.json({ access_token: 'a\nb' }),
      'no access_token',
    ],
    ['no JSON', () => new Response('<html>'), 'no access_token'],
    [
      'too much',
      () => Response.json({ access_token: 'x', more: 'x'.repeat(70_000) }),
      'no access_token',
    ],
  ])('an issuer that answers with %s gives none', async (_, answer, message) => {
    answers[TOKENS] = answer;
    await expect(token(credentials())).rejects.toThrow(message);
  });

  const ISSUER = 'https://login.example';
  const ofIssuer = {
    issuer: ISSUER,
    token_url: undefined,
  } as unknown as Partial<ClientCredentialsAuth>;
  const metadata = (more: object) => {
    answers['https://login.example/.well-known/oauth-authorization-server'] = () =>
      Response.json({ issuer: ISSUER, token_endpoint: TOKENS, ...more });
    for (const path of ['/mcp', ''])
      answers[`https://shop.example/.well-known/oauth-protected-resource${path}`] = () =>
        new Response('', { status: 404 });
  };

  it('an issuer is asked once where it gives tokens, until its token is refused', async () => {
    metadata({});
    const one = credentials();
    expect([await token(one, ofIssuer), await token(one, ofIssuer)]).toEqual([
      'token-1',
      'token-1',
    ]);
    const urls = asked.map(({ url }) => url);
    expect([urls.length, urls.at(-1)]).toEqual([4, TOKENS]);
    one.forget(SERVER);
    await token(one, ofIssuer);
    expect(asked).toHaveLength(8);
  });

  it.each([
    [['client_secret_post'], undefined, 'post'],
    [['client_secret_post', 'client_secret_basic'], undefined, 'basic'],
    [['client_secret_post', 'client_secret_basic'], 'client_secret_post', 'post'],
    [['private_key_jwt'], undefined, 'refused'],
    [['client_secret_basic'], 'client_secret_post', 'refused'],
    [['private_key_jwt'], 'private_key_jwt', 'not a private key'],
  ] as const)(
    'an issuer that takes %j, where %j is asked for, gets a secret by %s',
    async (methods, method, way) => {
      metadata({ token_endpoint_auth_methods_supported: methods });
      const auth = { ...ofIssuer, ...(method === undefined ? {} : { method }) };
      const found = await token(credentials(), auth).then(
        () => ('authorization' in (asked.at(-1)?.headers ?? {}) ? 'basic' : 'post'),
        (error: Error) =>
          error.message.includes('not a private key') ? 'not a private key' : 'refused',
      );
      expect(found).toBe(way);
    },
  );
});
