import { isHeaderText } from '../../../base/kernel/header-text.js';
import { isJsonObject, type Json } from '../../../base/kernel/json.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import type { ModelEgress } from '../../models/gateway/model-egress.js';
import type { SecretsService } from '../../secrets/secrets.service.js';
import type { McpAuth, McpServer } from '../registry/mcp-server.js';
import { McpFailure } from './mcp-failure.js';
import { mcpFetch } from './mcp-fetch.js';

/** Bytes of an answer with a token. */
const MAX_TOKEN_BYTES = 64 * 1024;
/** A token is not used for the last part of its time, ms; one that says no time is used for this long. */
const EARLY_MS = 30_000;
const UNSAID_MS = 5 * 60_000;
const KEPT = 500;

/** The proof that calls carry. `values`: all that must never be shown. */
export interface McpCredentials {
  headers: Record<string, string>;
  values: string[];
}

/** Makes the credentials of servers, of the secrets of their projects. */
export class McpCredentialsService {
  private readonly tokens = new Map<string, { token: string; until: number }>();

  constructor(
    private readonly secrets: Pick<SecretsService, 'read'>,
    private readonly egress: ModelEgress,
  ) {}

  /** Rejects with McpFailure. */
  async of(server: McpServer, signal: AbortSignal): Promise<McpCredentials> {
    const { auth, projectId } = server;
    if (auth.kind === 'none') return { headers: {}, values: [] };
    const secret = await this.read(projectId, auth.secret);
    if (auth.kind === 'header')
      return { headers: { [auth.header]: checked(secret, auth.secret) }, values: [secret] };
    const token =
      auth.kind === 'bearer'
        ? checked(secret, auth.secret)
        : await this.token(server, auth, secret, signal);
    return { headers: { Authorization: `Bearer ${token}` }, values: [secret, token] };
  }

  /** Forgets the token of a server that has refused it. */
  forget({ id }: McpServer): void {
    this.tokens.delete(id);
  }

  private async read(projectId: string, name: string): Promise<string> {
    try {
      return (await this.secrets.read(projectId, name)).trim();
    } catch (error) {
      if (!(error instanceof MetarunError)) throw error;
      throw new McpFailure(
        'mcp_unavailable',
        `takes its key from a secret. ${error.message}`,
        error,
      );
    }
  }

  private async token(
    server: McpServer,
    auth: Extract<McpAuth, { kind: 'client_credentials' }>,
    secret: string,
    signal: AbortSignal,
  ): Promise<string> {
    const known = this.tokens.get(server.id);
    if (known !== undefined && known.until > performance.now()) return known.token;
    const { token_url: url, client_id: client, scopes } = auth;
    const connection = this.egress.to({ projectId: server.projectId, base_url: url });
    const fetch = mcpFetch({ url, credentials: {} }, connection, signal);
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        authorization: `Basic ${Buffer.from(`${encodeURIComponent(client)}:${encodeURIComponent(secret)}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        // Whom the token is for: it is of no use to another server.
        resource: server.url,
        ...(scopes.length > 0 && { scope: scopes.join(' ') }),
      }).toString(),
    });
    const { token, seconds } = tokenOf(await response.text(), response.status);
    if (this.tokens.size >= KEPT) this.tokens.clear();
    const lasts = seconds === null ? UNSAID_MS : seconds * 1000 - EARLY_MS;
    this.tokens.set(server.id, { token, until: performance.now() + lasts });
    return token;
  }
}

function tokenOf(text: string, status: number): { token: string; seconds: number | null } {
  const refused = (): McpFailure =>
    new McpFailure(
      'mcp_unavailable',
      `has no token: its token_url answered with HTTP ${status} and no access_token.`,
    );
  if (status !== 200 || text.length > MAX_TOKEN_BYTES) throw refused();
  let json: Json;
  try {
    json = JSON.parse(text) as Json;
  } catch {
    throw refused();
  }
  const given = isJsonObject(json) ? json : {};
  const { access_token: token, expires_in: seconds } = given;
  if (typeof token !== 'string' || !isHeaderText(token)) throw refused();
  return { token, seconds: typeof seconds === 'number' ? seconds : null };
}

function checked(value: string, name: string): string {
  if (isHeaderText(value)) return value;
  throw new McpFailure(
    'mcp_unavailable',
    `takes its key from the secret "${name}", whose value no header can carry.`,
  );
}
