import { isJsonObject, type Json, type JsonObject } from '../../../base/kernel/json.js';
import { McpFailure } from './mcp-failure.js';

/** Maximum size of a document in bytes. */
const MAX_BYTES = 64 * 1024;

/** Reads a metadata document of a server. Rejects with McpFailure. */
export type ReadDocument = (url: URL) => Promise<Response>;

/** Metadata of a token issuer. A list is null if the document has none. */
export interface AuthorizationServer {
  tokenUrl: string;
  methods: readonly string[] | null;
  algorithms: readonly string[] | null;
}

/**
 * Finds the token endpoint of an issuer by RFC 8414 or OpenID Connect Discovery. The document must name the issuer,
 * since it could otherwise redirect the secret elsewhere. Rejects with McpFailure.
 */
export async function authorizationServer(
  issuer: string,
  read: ReadDocument,
): Promise<AuthorizationServer> {
  const found = await loadFirstDocument(issuerUrls(issuer), read);
  if (found === null)
    throw new McpFailure(
      'mcp_unavailable',
      `has no token: the issuer ${issuer} has no metadata of an authorization server. Check "issuer" of "auth", or give "token_url" in its place.`,
    );
  const { document, url } = found;
  if (document['issuer'] !== issuer)
    throw new McpFailure(
      'mcp_unavailable',
      `has no token: ${url.href} is about the issuer ${shown(document['issuer'])}, which is not ${JSON.stringify(issuer)}.`,
    );
  const tokenUrl = document['token_endpoint'];
  if (typeof tokenUrl !== 'string' || !isAddress(tokenUrl))
    throw new McpFailure('mcp_unavailable', `has no token: ${url.href} names no token_endpoint.`);
  return {
    tokenUrl,
    methods: readTexts(document['token_endpoint_auth_methods_supported']),
    algorithms: readTexts(document['token_endpoint_auth_signing_alg_values_supported']),
  };
}

/**
 * Returns the resource name of a server for which tokens are issued (RFC 9728), and refuses a server that accepts only
 * tokens of other issuers. Without metadata, the name is the server's address. Rejects with McpFailure.
 */
export async function loadResourceName(
  serverUrl: string,
  issuer: string,
  read: ReadDocument,
): Promise<string> {
  const server = new URL(serverUrl);
  const found = await loadFirstDocument(resourceUrls(server), read);
  if (found === null) return serverUrl;
  const { resource, authorization_servers: given } = found.document;
  const name = typeof resource === 'string' ? URL.parse(resource) : null;
  if (typeof resource !== 'string' || name === null || !covers(name, server))
    throw new McpFailure(
      'mcp_unavailable',
      `has no token: ${found.url.href} is about ${shown(resource)}, which is not ${serverUrl}.`,
    );
  const issuers = readTexts(given);
  if (issuers !== null && !issuers.includes(issuer))
    throw new McpFailure(
      'mcp_unavailable',
      `has no token: by ${found.url.href} it takes those of ${shown(issuers)}, and not of ${JSON.stringify(issuer)}. Check "issuer" of "auth".`,
    );
  return resource;
}

async function loadFirstDocument(
  urls: readonly URL[],
  read: ReadDocument,
): Promise<{ document: JsonObject; url: URL } | null> {
  for (const url of urls) {
    const response = await read(url);
    if (response.status >= 400 && response.status < 500) {
      await response.body?.cancel();
      continue;
    }
    const document = response.status === 200 ? parseDocument(await response.text()) : null;
    if (document !== null) return { document, url };
    throw new McpFailure(
      'mcp_unavailable',
      `has no token: ${url.href} answered with HTTP ${response.status}, and with no JSON object of at most ${MAX_BYTES} bytes.`,
    );
  }
  return null;
}

function parseDocument(text: string): JsonObject | null {
  if (Buffer.byteLength(text) > MAX_BYTES) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

function issuerUrls(issuer: string): URL[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const openId = '/.well-known/openid-configuration';
  return [
    `/.well-known/oauth-authorization-server${path}`,
    `${openId}${path}`,
    ...(path === '' ? [] : [`${path}${openId}`]),
  ].map((at) => new URL(at, origin));
}

function resourceUrls({ origin, pathname }: URL): URL[] {
  const path = pathname.replace(/\/$/, '');
  const at = '/.well-known/oauth-protected-resource';
  return [...(path === '' ? [] : [`${at}${path}`]), at].map((one) => new URL(one, origin));
}

/** Returns whether a server is the resource with this name or is below it. */
function covers(name: URL, server: URL): boolean {
  const path = `${name.pathname.replace(/\/$/, '')}/`;
  return name.origin === server.origin && `${server.pathname.replace(/\/$/, '')}/`.startsWith(path);
}

function isAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.username === '' &&
    url.password === ''
  );
}

function readTexts(value: Json | undefined): string[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  return value.filter((one) => typeof one === 'string');
}

function shown(value: Json | undefined): string {
  return JSON.stringify(value ?? null)
    .slice(0, 300)
    .toWellFormed();
}
