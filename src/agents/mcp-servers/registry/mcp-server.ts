import type { JsonObject } from '../../../base/kernel/json.js';
import type { StdioDefinition } from '../stdio/stdio-definition.js';
import { contentTag } from '../../../platform/wire/content-tag.js';

export const AUTH_KINDS = ['none', 'bearer', 'header', 'client_credentials'] as const;
export type AuthKind = (typeof AUTH_KINDS)[number];
/** The ways in which a client proves to an issuer who it is. Of `private_key_jwt` the secret is a private key, else a password. */
export const TOKEN_METHODS = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
] as const;
export type TokenMethod = (typeof TOKEN_METHODS)[number];

/** The proof of who makes a call. `secret` is the name of a secret of the project. */
export type McpAuth =
  | { kind: 'none' }
  | { kind: 'bearer'; secret: string }
  | { kind: 'header'; secret: string; header: string }
  | {
      kind: 'client_credentials';
      secret: string;
      /** Where tokens are given; without it, `issuer` says so. */
      token_url?: string;
      issuer?: string;
      client_id: string;
      /** Without it, what the issuer takes of a password. */
      method?: TokenMethod;
      scopes: string[];
    };

/** An MCP server as a client gives it, with its defaults. */
export interface McpServerDefinition {
  name: string;
  url: string;
  auth: McpAuth;
  /** The names of tools that may be called, with "*". */
  tools: string[];
  timeout_seconds: number;
  max_concurrency: number;
}

/** One of a project. Times in ms. */
export interface McpServer extends McpServerDefinition {
  scope: 'project';
  id: string;
  projectId: string;
  /** The revision of the protocol that was agreed on last; null before the first time. */
  revision: string | null;
  error: string | null;
  checkedAt: number | null;
  createdAt: number;
  updatedAt: number;
  updatedBy: string;
}

/** One over stdio that the operator offers to a project. */
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

/** The description that a server gives of a tool. */
export interface McpToolDefinition {
  title: string | null;
  description: string | null;
  inputSchema: JsonObject;
  outputSchema: JsonObject | null;
  annotations: JsonObject;
  /** True of one that a server of the revision 2025-11-25 can carry out as a task. */
  byTask?: boolean;
}

export interface ListedTool extends McpToolDefinition {
  name: string;
}

/**
 * `allowed`: it can be called. `new`: the server has it since, and no administrator has accepted it. `changed`: it is not as it was
 * accepted. `denied`: the allow list does not name it. `gone`: the server has it no more.
 */
export const TOOL_STATES = ['allowed', 'new', 'changed', 'denied', 'gone'] as const;
export type ToolState = (typeof TOOL_STATES)[number];

export interface McpTool extends ListedTool {
  hash: string;
  state: ToolState;
  /** The accepted description of one that is `changed`; null of others, and where it is not known. */
  accepted: McpToolDefinition | null;
  acceptedBy: string | null;
  acceptedAt: number | null;
}

/** Returns the ETag of a server: of what clients set, or the operator. */
export function serverTag(server: AnyMcpServer): string {
  const { name, tools, timeout_seconds, max_concurrency } = server;
  const { url, auth } = server.scope === 'project' ? server : { url: null, auth: {} };
  return contentTag({ name, url, auth: { ...auth }, tools, timeout_seconds, max_concurrency });
}

/** Returns whether a tool may be called again where it is not known whether it was. */
export function isRepeatable({ annotations }: Pick<McpToolDefinition, 'annotations'>): boolean {
  return annotations['readOnlyHint'] === true || annotations['idempotentHint'] === true;
}
