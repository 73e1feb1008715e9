import { LRUCache } from 'lru-cache';
import { isHeaderText } from '../../../base/kernel/header-text.js';
import { isJsonObject, type Json } from '../../../base/kernel/json.js';
import { getErrorMessage } from '../../../base/kernel/errors.js';
import { ConnectError } from '../../../sandbox/egress/connect-error.js';
import type { ServiceEgress } from '../../../sandbox/egress/service-egress.js';
import type { McpAuth, McpServer, TokenMethod } from '../registry/mcp-server.js';
import {
  type AuthorizationServer,
  authorizationServer,
  loadResourceName,
} from './authorization-server.js';
import { clientAssertion, signingKey } from './client-assertion.js';
import { McpFailure, said } from './mcp-failure.js';
import { mcpFetch } from './mcp-fetch.js';

/** Maximum size of a token response in bytes. */
const MAX_TOKEN_BYTES = 64 * 1024;
/** Time before its expiry from which a token is not used, and lifetime of a token without an expiry, in ms. */
const EARLY_MS = 30_000;
const UNSAID_MS = 5 * 60_000;
/** Time for which the metadata of an issuer is cached, in ms. */
const ISSUER_MS = 10 * 60_000;
const KEPT = 500;
const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

export type ClientCredentialsAuth = Extract<McpAuth, { kind: 'client_credentials' }>;

/** Token endpoint for a server, and the resource name of the server. */
interface TokenPlace extends AuthorizationServer {
  resource: string;
}

/** Requests tokens for servers by client credentials (OAuth 2.0), and caches them until they expire. */
export class ClientCredentials {
  private readonly tokens = new Map<string, { token: string; until: number }>();
  private readonly places = new LRUCache<string, TokenPlace>({ max: KEPT, ttl: ISSUER_MS });

  constructor(private readonly egress: ServiceEgress) {}

  /** Returns a token for a server. Rejects with McpFailure. */
  async token(
    server: McpServer,
    auth: ClientCredentialsAuth,
    secret: string,
    signal: AbortSignal,
  ): Promise<string> {
    const key = buildCacheKey(server);
    const known = this.tokens.get(key);
    if (known !== undefined && known.until > performance.now()) return known.token;
    const place = await this.place(server, auth, signal);
    const proof = buildProof(auth, place, secret);
    const response = await this.fetch(server, new URL(place.tokenUrl), signal, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        ...proof.headers,
      },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        // The audience of the token, which is useless for any other server.
        resource: place.resource,
        ...(auth.scopes.length > 0 && { scope: auth.scopes.join(' ') }),
        ...proof.fields,
      }).toString(),
    });
    const { token, seconds } = parseTokenAnswer(
      await response.text(),
      response.status,
      place.tokenUrl,
    );
    if (this.tokens.size >= KEPT) this.tokens.clear();
    const lasts = seconds === null ? UNSAID_MS : seconds * 1000 - EARLY_MS;
    this.tokens.set(key, { token, until: performance.now() + lasts });
    return token;
  }

  /** Drops the token of a server that has refused it, and its token endpoint. */
  forget(server: McpServer): void {
    this.tokens.delete(buildCacheKey(server));
    this.places.delete(buildCacheKey(server));
  }

  private async place(
    server: McpServer,
    { token_url: tokenUrl, issuer }: ClientCredentialsAuth,
    signal: AbortSignal,
  ): Promise<TokenPlace> {
    if (issuer === undefined)
      return { tokenUrl: tokenUrl ?? '', resource: server.url, methods: null, algorithms: null };
    const known = this.places.get(buildCacheKey(server));
    if (known !== undefined) return known;
    const headers = { accept: 'application/json' };
    const read = (url: URL): Promise<Response> => this.fetch(server, url, signal, { headers });
    const resource = await loadResourceName(server.url, issuer, read);
    const place = { ...(await authorizationServer(issuer, read)), resource };
    this.places.set(buildCacheKey(server), place);
    return place;
  }

  private async fetch(
    { projectId }: McpServer,
    url: URL,
    signal: AbortSignal,
    init: RequestInit,
  ): Promise<Response> {
    const connection = this.egress.to({ projectId, base_url: url.href });
    // The response is not a stream, and therefore not one on which a server asks questions.
    const fetch = mcpFetch({ url: url.href, credentials: {}, isPlain: true }, connection, signal);
    try {
      return await fetch(url, init);
    } catch (error) {
      if (!(error instanceof ConnectError || error instanceof McpFailure)) throw error;
      const what = error instanceof ConnectError ? 'cannot be reached: ' : '';
      const message = `has no token: ${url.href} ${what}${getErrorMessage(error)}`;
      throw new McpFailure('mcp_unavailable', message, error);
    }
  }
}

/** Returns the cache key of a server, which changes with its address or credentials. */
function buildCacheKey({ id, updatedAt }: McpServer): string {
  return `${id} ${updatedAt}`;
}

interface Proof {
  headers?: Record<string, string>;
  fields?: Record<string, string>;
}

/** Returns the parameters that authenticate the client to an issuer. */
function buildProof(auth: ClientCredentialsAuth, place: TokenPlace, secret: string): Proof {
  const { client_id: client } = auth;
  switch (selectTokenMethod(auth, place)) {
    case 'client_secret_basic': {
      const pair = `${encodeURIComponent(client)}:${encodeURIComponent(secret)}`;
      return { headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } };
    }
    case 'client_secret_post':
      return { fields: { client_id: client, client_secret: secret } };
    case 'private_key_jwt':
      return {
        fields: {
          client_assertion_type: ASSERTION,
          client_assertion: signAssertion(auth, place, secret),
        },
      };
  }
}

function signAssertion(auth: ClientCredentialsAuth, place: TokenPlace, secret: string): string {
  const key = signingKey(secret);
  if (key === null)
    throw new McpFailure(
      'mcp_unavailable',
      `has no token: the secret "${auth.secret}" is not a private key to sign with, as PEM (PKCS #8) or JWK.`,
    );
  const { algorithms } = place;
  const algorithm = key.algorithms.find((one) => algorithms?.includes(one) ?? true);
  if (algorithm === undefined)
    throw new McpFailure(
      'mcp_unavailable',
      `has no token: its issuer takes signatures by ${algorithms?.join(', ') ?? 'none'}, and not by the key in the secret "${auth.secret}".`,
    );
  const audience = auth.issuer ?? place.tokenUrl;
  return clientAssertion(key, algorithm, { client: auth.client_id, audience });
}

function selectTokenMethod(
  { method }: ClientCredentialsAuth,
  { methods }: TokenPlace,
): TokenMethod {
  const takes = (one: TokenMethod): boolean => methods?.includes(one) ?? true;
  if (method !== undefined && takes(method)) return method;
  if (method === undefined && takes('client_secret_basic')) return 'client_secret_basic';
  if (method === undefined && takes('client_secret_post')) return 'client_secret_post';
  throw new McpFailure(
    'mcp_unavailable',
    `has no token: its issuer takes ${said(methods?.join(', ') ?? '')}, and not ${method ?? 'a secret'}. Check "method" of "auth".`,
  );
}

function parseTokenAnswer(
  text: string,
  status: number,
  url: string,
): { token: string; seconds: number | null } {
  const given = parseObject(text);
  const { access_token: token, expires_in: seconds, error } = given;
  if (status === 200 && typeof token === 'string' && isHeaderText(token))
    return { token, seconds: typeof seconds === 'number' ? seconds : null };
  const why = typeof error === 'string' ? ` (${said(error).slice(0, 100)})` : '';
  throw new McpFailure(
    'mcp_unavailable',
    `has no token: ${url} answered with HTTP ${status}${why} and no access_token.`,
  );
}

function parseObject(text: string): Record<string, Json> {
  if (text.length > MAX_TOKEN_BYTES) return {};
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
