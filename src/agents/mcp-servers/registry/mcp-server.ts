import type { JsonObject } from '../../../base/kernel/json.js';
import type { StdioDefinition } from '../stdio/stdio-definition.js';
import { contentTag } from '../../../platform/wire/content-tag.js';

/** Pattern of an MCP server's name. */
export const MCP_SERVER_NAME = /^[a-z0-9][a-z0-9-]{0,49}$/;

export const AUTH_KINDS = ['none', 'bearer', 'header', 'client_credentials'] as const;
export type AuthKind = (typeof AUTH_KINDS)[number];
/**
 * Methods of client authentication to an issuer. The secret is a private key for `private_key_jwt`, otherwise a
 * password.
 */
export const TOKEN_METHODS = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
] as const;
export type TokenMethod = (typeof TOKEN_METHODS)[number];

/** Credentials of calls. `secret` is the name of a secret of the project. */
export type McpAuth =
  | { kind: 'none' }
  | { kind: 'bearer'; secret: string }
  | { kind: 'header'; secret: string; header: string }
  | {
      kind: 'client_credentials';
      secret: string;
      /** Token endpoint; determined from `issuer` by default. */
      token_url?: string;
      issuer?: string;
      client_id: string;
      /** Default: a password method that the issuer supports. */
      method?: TokenMethod;
      scopes: string[];
    };

/** An MCP server from a client, with defaults applied. */
export interface McpServerDefinition {
  name: string;
  url: string;
  auth: McpAuth;
  /** Patterns of callable tools; may contain "*". */
  tools: string[];
  timeout_seconds: number;
  max_concurrency: number;
}

/** An MCP server of a project. Times in ms. */
export interface McpServer extends McpServerDefinition {
  scope: 'project';
  id: string;
  projectId: string;
  /** Protocol revision negotiated last; null before the first time. */
  revision: string | null;
  error: string | null;
  checkedAt: number | null;
  createdAt: number;
  updatedAt: number;
  updatedBy: string;
}

/** A stdio server that the operator provides to a project. */
export interface LocalServer extends Pick<
  McpServer,
  | 'id'
  | 'projectId'
  | 'name'
  | 'tools'
  | 'timeout_seconds'
  | 'max_concurrency'
  | 'revision'
  | 'error'
  | 'checkedAt'
> {
  scope: 'installation';
  definition: StdioDefinition;
}

export type AnyMcpServer = McpServer | LocalServer;

/** A server's description of a tool. */
export interface McpToolDefinition {
  title: string | null;
  description: string | null;
  inputSchema: JsonObject;
  outputSchema: JsonObject | null;
  annotations: JsonObject;
  /** True if a server of the revision 2025-11-25 can run the tool as a task. */
  byTask?: boolean;
}

export interface ListedTool extends McpToolDefinition {
  name: string;
}

/**
 * States of tools. `allowed`: callable. `new`: added by the server and not yet accepted by an administrator.
 * `changed`: differs from the accepted definition. `denied`: not in the allow list. `gone`: removed by the server.
 */
export const TOOL_STATES = ['allowed', 'new', 'changed', 'denied', 'gone'] as const;
export type ToolState = (typeof TOOL_STATES)[number];

export interface McpTool extends ListedTool {
  hash: string;
  state: ToolState;
  /** Accepted definition of a `changed` tool; null for others, and if it is not known. */
  accepted: McpToolDefinition | null;
  acceptedBy: string | null;
  acceptedAt: number | null;
}

/** Returns the ETag of a server, derived from the fields that clients or the operator set. */
export function serverTag(server: AnyMcpServer): string {
  const { name, tools, timeout_seconds, max_concurrency } = server;
  const { url, auth } = server.scope === 'project' ? server : { url: null, auth: {} };
  return contentTag({ name, url, auth: { ...auth }, tools, timeout_seconds, max_concurrency });
}

/** Returns whether a tool may be called again when it is unknown whether a call took effect. */
export function isRepeatable({ annotations }: Pick<McpToolDefinition, 'annotations'>): boolean {
  return annotations['readOnlyHint'] === true || annotations['idempotentHint'] === true;
}
