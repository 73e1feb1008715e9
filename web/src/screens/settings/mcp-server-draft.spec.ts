import { expect, it } from '@jest/globals';
import { bodyOfMcpServer, draftOfMcpServer, NEW_MCP_SERVER } from './mcp-server-draft.js';

const STORED = {
  id: 'a',
  scope: 'project' as const,
  revision: null,
  error: null,
  checked_at: null,
  updated_by: 'admin',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};

it('a server is unchanged after the form, whatever its kind of authentication', () => {
  const auths = [
    { kind: 'none' },
    { kind: 'bearer', secret: 'KEY' },
    { kind: 'header', secret: 'KEY', header: 'X-Key' },
    {
      kind: 'client_credentials',
      secret: 'KEY',
      token_url: 'https://a.test/token',
      client_id: 'me',
      scopes: ['read', 'write'],
    },
    {
      kind: 'client_credentials',
      secret: 'KEY',
      issuer: 'https://a.test',
      method: 'private_key_jwt',
      client_id: 'me',
      scopes: [],
    },
  ] as const;
  for (const auth of auths) {
    const body = {
      name: 'words',
      url: 'https://a.test/mcp',
      auth: 'scopes' in auth ? { ...auth, scopes: [...auth.scopes] } : auth,
      tools: ['get_*', 'send'],
      timeout_seconds: 30,
      max_concurrency: 2,
    };
    expect(bodyOfMcpServer(draftOfMcpServer({ ...STORED, ...body }))).toStrictEqual(body);
  }
});

it('the form sends the chosen kind of authentication, and an empty number as 0', () => {
  const draft = { ...NEW_MCP_SERVER, header: 'X-Key', clientId: 'me', timeout: '' };
  expect(bodyOfMcpServer({ ...draft, kind: 'bearer' })).toStrictEqual({
    name: '',
    url: '',
    auth: { kind: 'bearer' },
    tools: [],
    timeout_seconds: 0,
    max_concurrency: 4,
  });
});
