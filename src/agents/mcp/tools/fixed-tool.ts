import type { JsonObject } from '../../../base/kernel/json.js';
import type { Scope } from '../../../access/auth/roles.js';
import type { ToolCall, ToolResult } from '../call.js';

/** A tool that every project has. */
export interface FixedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Schema against which arguments are validated before a call. */
  readonly inputSchema: JsonObject;
  readonly scope: Scope;
  readonly hints: { readOnlyHint?: boolean; destructiveHint?: boolean; idempotentHint?: boolean };
  call(args: JsonObject, call: ToolCall): Promise<ToolResult>;
}

/** Returns a schema of arguments, with the names of required ones. */
export function args(properties: JsonObject, required: string[] = []): JsonObject {
  return { type: 'object', properties, required, additionalProperties: false };
}

export const ID = { type: 'string', format: 'uuid' } as const;
export const LIMIT = { type: 'integer', minimum: 1, maximum: 100, default: 20 } as const;
export const READS = { readOnlyHint: true } as const;

/** Returns a validated argument; undefined if it was omitted. */
export function readText(given: JsonObject, name: string): string | undefined {
  const value = given[name];
  return typeof value === 'string' ? value : undefined;
}

export function readNumber(given: JsonObject, name: string): number | undefined {
  const value = given[name];
  return typeof value === 'number' ? value : undefined;
}
