import type { McpServerBody } from '../../api/mcp-servers.js';
import type { McpServer } from '../../api/types.js';
import { parseNumberField } from '../../parts/number-text.js';
import { splitNonEmptyLines } from './non-empty-lines.js';

/** MCP server as the values of its form fields. Lists contain one entry per line. */
export interface McpServerDraft {
  name: string;
  url: string;
  kind: McpServer['auth']['kind'];
  /** Name of a secret; '' if there is none. */
  secret: string;
  header: string;
  tokenUrl: string;
  issuer: string;
  /** Client authentication method; '' for the one that the issuer supports. */
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

/**
 * Returns the request body of a draft. It contains only the credentials of the chosen kind: the server rejects others.
 */
export function bodyOfMcpServer(draft: McpServerDraft): McpServerBody {
  return {
    name: draft.name.trim(),
    url: draft.url.trim(),
    auth: buildAuth(draft),
    tools: splitNonEmptyLines(draft.tools),
    timeout_seconds: parseNumberField(draft.timeout) ?? 0,
    max_concurrency: parseNumberField(draft.concurrency) ?? 0,
  };
}

function buildAuth(draft: McpServerDraft): McpServer['auth'] {
  const { kind, header, tokenUrl, issuer, method, clientId, scopes } = draft;
  // Without a secret, the server reports that one is needed.
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
        scopes: splitNonEmptyLines(scopes),
      };
  }
}
