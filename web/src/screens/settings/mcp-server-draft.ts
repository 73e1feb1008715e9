import type { McpServerBody } from '../../api/mcp-servers.js';
import type { McpServer } from '../../api/types.js';
import { numberOf } from '../../parts/number-text.js';
import { linesOf } from './lines-of.js';

/** An MCP server as the fields of its form hold it. Lists are lines. */
export interface McpServerDraft {
  name: string;
  url: string;
  kind: McpServer['auth']['kind'];
  /** The name of a secret; '' for none. */
  secret: string;
  header: string;
  tokenUrl: string;
  issuer: string;
  /** '' for the way that the issuer takes. */
  method: NonNullable<McpServer['auth']['method']> | '';
  clientId: string;
  scopes: string;
  tools: string;
  timeout: string;
  concurrency: string;
}

export const NEW_MCP_SERVER: McpServerDraft = {
  name: '',
  url: '',
  kind: 'none',
  secret: '',
  header: '',
  tokenUrl: '',
  issuer: '',
  method: '',
  clientId: '',
  scopes: '',
  tools: '',
  timeout: '60',
  concurrency: '4',
};

export function draftOfMcpServer(server: McpServer): McpServerDraft {
  const { auth } = server;
  return {
    name: server.name,
    // Null of one of the installation alone, which no form changes.
    url: server.url ?? '',
    kind: auth.kind,
    secret: auth.secret ?? '',
    header: auth.header ?? '',
    tokenUrl: auth.token_url ?? '',
    issuer: auth.issuer ?? '',
    method: auth.method ?? '',
    clientId: auth.client_id ?? '',
    scopes: (auth.scopes ?? []).join('\n'),
    tools: server.tools.join('\n'),
    timeout: String(server.timeout_seconds),
    concurrency: String(server.max_concurrency),
  };
}

/** Returns what the form sends. Of the proof, only what its kind has: the server refuses the rest. */
export function bodyOfMcpServer(draft: McpServerDraft): McpServerBody {
  return {
    name: draft.name.trim(),
    url: draft.url.trim(),
    auth: authOf(draft),
    tools: linesOf(draft.tools),
    timeout_seconds: numberOf(draft.timeout) ?? 0,
    max_concurrency: numberOf(draft.concurrency) ?? 0,
  };
}

function authOf(draft: McpServerDraft): McpServer['auth'] {
  const { kind, header, tokenUrl, issuer, method, clientId, scopes } = draft;
  // Where none is chosen, the server says that one is needed.
  const secret = draft.secret === '' ? {} : { secret: draft.secret };
  switch (kind) {
    case 'none':
      return { kind };
    case 'bearer':
      return { kind, ...secret };
    case 'header':
      return { kind, ...secret, header: header.trim() };
    case 'client_credentials':
      return {
        kind,
        ...secret,
        ...(tokenUrl.trim() !== '' && { token_url: tokenUrl.trim() }),
        ...(issuer.trim() !== '' && { issuer: issuer.trim() }),
        ...(method !== '' && { method }),
        client_id: clientId.trim(),
        scopes: linesOf(scopes),
      };
  }
}
