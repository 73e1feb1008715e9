import { describe, expect, it } from '@jest/globals';
import { authorizationServer, loadResourceName } from './authorization-server.js';

const ISSUER = 'https://login.example/tenant';
const SERVER = 'https://shop.example/api/mcp';
const WELL_KNOWN = 'https://shop.example/.well-known/oauth-protected-resource';
const OAUTH = 'https://login.example/.well-known/oauth-authorization-server/tenant';
const OPENID = 'https://login.example/tenant/.well-known/openid-configuration';
const TOKEN = 'https://login.example/token';

type Documents = Readonly<Record<string, unknown>>;

/** Returns a reader of the given documents, and the list of URLs that were read. */
function reading(documents: Documents) {
  const read: string[] = [];
  const answer = async ({ href }: URL): Promise<Response> => {
    read.push(href);
    const given = documents[href];
    if (given instanceof Response) return given;
    return given === undefined ? new Response('', { status: 404 }) : Response.json(given);
  };
  return { read, answer };
}

describe('the name by which tokens are for an MCP server', () => {
  const resource = (documents: Documents, server = SERVER) =>
    loadResourceName(server, ISSUER, reading(documents).answer);

  it.each<[string, Documents, string]>([
    ['its address without metadata', {}, SERVER],
    [
      'what its metadata names',
      { [`${WELL_KNOWN}/api/mcp`]: { resource: SERVER, authorization_servers: [ISSUER] } },
      SERVER,
    ],
    [
      'that of all below it',
      { [WELL_KNOWN]: { resource: 'https://shop.example/' } },
      'https://shop.example/',
    ],
    [
      'that of its folder',
      { [WELL_KNOWN]: { resource: 'https://shop.example/api' } },
      'https://shop.example/api',
    ],
    [
      'what is nearest to it',
      {
        [`${WELL_KNOWN}/api/mcp`]: { resource: SERVER },
        [WELL_KNOWN]: { resource: 'https://shop.example' },
      },
      SERVER,
    ],
  ])('the name is %s', async (_, documents, name) => {
    expect(await resource(documents)).toBe(name);
  });

  it.each<[string, unknown]>([
    ['another host', { resource: 'https://other.example/api/mcp' }],
    ['a path beside it', { resource: 'https://shop.example/ap' }],
    ['a path below it', { resource: `${SERVER}/below` }],
    ['no address', { resource: 'shop' }],
    ['no resource', {}],
    ['other issuers alone', { resource: SERVER, authorization_servers: ['https://other.example'] }],
    ['no object', ['x']],
    ['an error', new Response('', { status: 500 })],
    ['too much', { resource: SERVER, more: 'x'.repeat(2_000_000) }],
  ])('a server whose metadata has %s gets no token', async (_, document) => {
    await expect(resource({ [WELL_KNOWN]: document })).rejects.toMatchObject({
      code: 'mcp_unavailable',
    });
  });
});

describe('the metadata of an authorization server', () => {
  const found = (documents: Documents, issuer = ISSUER) =>
    authorizationServer(issuer, reading(documents).answer);
  const document = { issuer: ISSUER, token_endpoint: TOKEN };

  it.each([OAUTH, 'https://login.example/.well-known/openid-configuration/tenant', OPENID])(
    'the metadata at %s is found',
    async (url) => {
      const methods = { token_endpoint_auth_methods_supported: ['client_secret_post', 1] };
      const rest = { methods: ['client_secret_post'], algorithms: null };
      expect(await found({ [url]: { ...document, ...methods } })).toEqual({
        tokenUrl: TOKEN,
        ...rest,
      });
    },
  );

  it('the places of metadata are tried in their order, of an issuer without a path each once', async () => {
    const { read, answer } = reading({ [OPENID]: document });
    await authorizationServer(ISSUER, answer);
    expect(read).toEqual([
      OAUTH,
      'https://login.example/.well-known/openid-configuration/tenant',
      OPENID,
    ]);
    const other = reading({});
    await expect(authorizationServer('https://login.example', other.answer)).rejects.toThrow();
    expect(other.read).toHaveLength(2);
  });

  it.each<[string, unknown]>([
    ['about another issuer', { ...document, issuer: 'https://login.example' }],
    ['without an endpoint', { issuer: ISSUER }],
    ['with an endpoint that is not an address', { ...document, token_endpoint: '/token' }],
    ['with an endpoint of another kind', { ...document, token_endpoint: 'file:///token' }],
    ['with a name in its endpoint', { ...document, token_endpoint: 'https://a@login.example/' }],
  ])('metadata %s are refused', async (_, given) => {
    await expect(found({ [OAUTH]: given })).rejects.toMatchObject({ code: 'mcp_unavailable' });
  });
});
