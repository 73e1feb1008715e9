/** Tests tokens for MCP servers from an issuer that is found through its metadata. */
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { newMcpServer, refresh, SERVERS } from '../support/mcp-servers/registry.js';
import { startToolServer, type ToolServer } from '../support/mcp-servers/tool-server.js';
import { startServer, type TestServer } from '../support/server.js';
import { listen } from '../support/local-server.js';

let server: TestServer;
let tools: ToolServer;
/** Metadata documents of the issuer, by path. */
const documents = new Map<string, object>();
let asked: { path: string; form: URLSearchParams; authorization: string | undefined }[] = [];
const issuers = createServer((request, response) => {
  void text(request).then((body) => {
    const { url: path = '' } = request;
    const { authorization } = request.headers;
    asked.push({ path, form: new URLSearchParams(body), authorization });
    const token = path === '/token' ? { access_token: 'the-token', expires_in: 3600 } : undefined;
    const document = documents.get(path) ?? token;
    response.writeHead(document === undefined ? 404 : 200).end(JSON.stringify(document ?? {}));
  });
});
let issuer: string;
let metadata: { issuer: string; token_endpoint: string };

beforeAll(async () => {
  [server, tools] = await Promise.all([
    startServer({ METARUN_NETWORK_RANGES: '127.0.0.0/8' }),
    startToolServer(),
  ]);
  const origin = `http://127.0.0.1:${await listen(issuers)}`;
  issuer = `${origin}/tenant`;
  metadata = { issuer, token_endpoint: `${origin}/token` };
  await server.call('PUT', '/projects/default/secrets/KEY', { body: { value: 'the-key' } });
});
afterAll(async () => {
  await server.stop();
  await tools.close();
  issuers.closeAllConnections();
  issuers.close();
});
beforeEach(() => {
  tools.reset();
  asked = [];
  documents.clear();
  // This is the location used by servers with one issuer per tenant.
  documents.set('/tenant/.well-known/openid-configuration', metadata);
});

/** Makes the tool server answer requests for its metadata with a document. */
function about(document: object): void {
  tools.onRaw = (_message, response, { url = '' }) => {
    if (!url.startsWith('/.well-known/')) return false;
    const isKnown = url === '/.well-known/oauth-protected-resource/mcp';
    response.writeHead(isKnown ? 200 : 404).end(JSON.stringify(document));
    return true;
  };
}

let count = 0;
/** Adds a server and returns it with the request sent to the issuer, or the reason why it cannot be used. */
async function added(auth: object): Promise<{ id: string; sent: unknown } | string> {
  count += 1;
  const given = { kind: 'client_credentials', issuer, client_id: 'us', secret: 'KEY', ...auth };
  const body = { name: `issued-${count}`, url: tools.url, tools: ['*'], auth: given };
  try {
    const { id } = await newMcpServer(server, body);
    const sent = tools.seen.findLast(({ method }) => method === 'tools/list');
    return { id, sent: sent?.headers.authorization };
  } catch (error) {
    return String(error);
  }
}
const tokenRequests = () => asked.filter(({ path }) => path === '/token');

it("a token is requested where the issuer's metadata says, for the named resource, and kept", async () => {
  about({
    resource: new URL(tools.url).origin,
    authorization_servers: ['https://x.example', issuer],
  });
  const made = await added({ scopes: ['read'] });
  expect(made).toMatchObject({ sent: 'Bearer the-token' });
  const [request] = tokenRequests();
  expect(Object.fromEntries(request?.form ?? [])).toEqual({
    grant_type: 'client_credentials',
    resource: new URL(tools.url).origin,
    scope: 'read',
  });
  expect(request?.authorization).toBe(`Basic ${btoa('us:the-key')}`);
  expect(asked.map(({ path }) => path)).toEqual([
    '/.well-known/oauth-authorization-server/tenant',
    '/.well-known/openid-configuration/tenant',
    '/tenant/.well-known/openid-configuration',
    '/token',
  ]);
  if (typeof made !== 'string') await refresh(server, made.id);
  expect(asked).toHaveLength(4);
});

it('the client authenticates as the issuer requires: with a secret in the form or a signature', async () => {
  const post = { ...metadata, token_endpoint_auth_methods_supported: ['client_secret_post'] };
  documents.set('/.well-known/oauth-authorization-server/tenant', post);
  expect(await added({})).toMatchObject({ sent: 'Bearer the-token' });
  const [byForm] = tokenRequests();
  expect(byForm?.authorization).toBeUndefined();
  expect(byForm?.form.get('client_secret')).toBe('the-key');
  expect(byForm?.form.get('resource')).toBe(tools.url);
  expect(await added({ method: 'private_key_jwt' })).toContain('and not private_key_jwt');

  const both = { ...post, token_endpoint_auth_methods_supported: ['private_key_jwt'] };
  documents.set('/.well-known/oauth-authorization-server/tenant', both);
  expect(await added({})).toContain('and not a secret');
  expect(await added({ method: 'private_key_jwt' })).toContain('is not a private key to sign with');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid: 'k1' };
  const value = JSON.stringify(jwk);
  await server.call('PUT', '/projects/default/secrets/JWK', { body: { value } });
  asked = [];
  const signing = { method: 'private_key_jwt', secret: 'JWK' };
  expect(await added(signing)).toMatchObject({ sent: 'Bearer the-token' });
  const [header = '', claims = '', signature = ''] =
    tokenRequests()[0]?.form.get('client_assertion')?.split('.') ?? [];
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
  expect(read(header)).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'k1' });
  expect(read(claims)).toMatchObject({ iss: 'us', sub: 'us', aud: issuer });
  const signed = Buffer.from(`${header}.${claims}`);
  const given = Buffer.from(signature, 'base64url');
  expect(verify('sha256', signed, createPublicKey(privateKey), given)).toBe(true);

  const pss = { ...both, token_endpoint_auth_signing_alg_values_supported: ['PS256'] };
  documents.set('/.well-known/oauth-authorization-server/tenant', pss);
  expect(await added(signing)).toMatchObject({ sent: 'Bearer the-token' });
  const curve = { ...both, token_endpoint_auth_signing_alg_values_supported: ['ES256'] };
  documents.set('/.well-known/oauth-authorization-server/tenant', curve);
  expect(await added(signing)).toContain('takes signatures by ES256');
});

it.each([
  ['is about another issuer', () => ({ issuer: 'https://x.example' }), null, 'is about the issuer'],
  ['names no address of tokens', () => ({ token_endpoint: 'ftp://a' }), null, 'no token_endpoint'],
  [
    'leads to an address inside',
    () => ({ token_endpoint: 'http://10.0.0.1/token' }),
    null,
    'cannot be reached',
  ],
  [
    'is not the one that the server names',
    () => ({}),
    () => ({ resource: tools.url, authorization_servers: ['https://x.example'] }),
    'takes those of',
  ],
  [
    'is asked for another server',
    () => ({}),
    () => ({ resource: `${tools.url}/other`, authorization_servers: [issuer] }),
    'which is not',
  ],
])('an issuer that %s gets no secret', async (_what, said, resource, message) => {
  documents.set('/tenant/.well-known/openid-configuration', { ...metadata, ...said() });
  if (resource !== null) about(resource());
  const refused = await added({});
  expect(refused).toContain(message);
  expect(refused).not.toContain('the-key');
  expect(tokenRequests()).toEqual([]);
});

it('an issuer without metadata, or at a forbidden address, is an error of its own', async () => {
  documents.clear();
  expect(await added({})).toContain('has no metadata of an authorization server');
  const auth = {
    kind: 'client_credentials',
    issuer: 'http://10.0.0.1',
    client_id: 'us',
    secret: 'KEY',
  };
  const body = { name: 'inside', url: tools.url, auth };
  const refused = await server.call('POST', SERVERS, { body });
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('/auth/issuer')]);
});
