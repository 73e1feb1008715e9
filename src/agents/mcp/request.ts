import { MetarunError } from '../../base/kernel/errors.js';
import type { JsonObject } from '../../base/kernel/json.js';
import type { FieldChange } from '../../access/audit/difference.js';
import type { Caller, ProjectRef } from '../../access/auth/caller.js';
import type { Scope } from '../../access/auth/roles.js';
import type { ToolNames } from './tool-names.js';

/** A change that a caller has made by a tool, for the audit log. */
export interface DoneByTool {
  /** As the endpoint with the same effect is named. */
  action: string;
  target: JsonObject;
  diff: readonly FieldChange[];
}

/** A request of an MCP client. */
export interface McpRequest {
  readonly project: ProjectRef;
  readonly caller: Caller;
  /** The tools that the connection is for. */
  readonly tools: ToolNames;
  /** The id of the client's session, where it is of an earlier revision and has one. */
  readonly session: string | undefined;
  /** The longest time that a call waits for its task, in ms. */
  readonly waitMs: number;
  readonly audit: (done: DoneByTool) => Promise<void>;
}

export function hasScope({ caller }: Pick<McpRequest, 'caller'>, scope: Scope): boolean {
  return caller.scopes.includes(scope);
}

/** Throws `forbidden` where the caller lacks a scope. */
export function assertScope(request: Pick<McpRequest, 'caller'>, scope: Scope): void {
  if (hasScope(request, scope)) return;
  throw new MetarunError(
    'forbidden',
    `These credentials lack the scope "${scope}": use a key that has it.`,
  );
}
