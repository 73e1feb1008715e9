import { MetarunError } from '../../base/kernel/errors.js';
import type { JsonObject } from '../../base/kernel/json.js';
import type { FieldChange } from '../../access/audit/difference.js';
import type { Caller, ProjectRef } from '../../access/auth/caller.js';
import type { Scope } from '../../access/auth/roles.js';
import type { ToolNames } from './tool-names.js';

/** A change that a caller has made through a tool, for the audit log. */
export interface DoneByTool {
  /** Name of the endpoint with the same effect. */
  action: string;
  target: JsonObject;
  diff: readonly FieldChange[];
}

/** A request of an MCP client. */
export interface McpRequest {
  readonly project: ProjectRef;
  readonly caller: Caller;
  /** Tools to which the connection is limited. */
  readonly tools: ToolNames;
  /** Id of the client's session, for a client of an earlier revision that has one. */
  readonly session: string | undefined;
  /** Maximum time that a call waits for its task, in ms. */
  readonly waitMs: number;
  readonly audit: (done: DoneByTool) => Promise<void>;
}

export function hasScope({ caller }: Pick<McpRequest, 'caller'>, scope: Scope): boolean {
  return caller.scopes.includes(scope);
}

/** Throws `forbidden` if the caller lacks a scope. */
export function assertScope(request: Pick<McpRequest, 'caller'>, scope: Scope): void {
  if (hasScope(request, scope)) return;
  throw new MetarunError(
    'forbidden',
    `These credentials lack the scope "${scope}": use a key that has it.`,
  );
}
