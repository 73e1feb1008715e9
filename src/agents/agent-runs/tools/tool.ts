import type { Json, JsonObject } from '../../../base/kernel/json.js';
import type { CapabilityContext } from '../../../sandbox/runtime/capabilities.js';
import type { CallCapability } from '../operations.js';

/**
 * How a call is recorded. `again`: it may be repeated if its end was lost. `once`: its start is recorded first, and it
 * is not repeated if its end was lost. `own`: the called operation records its own durable step.
 */
export type Recorded = 'again' | 'once' | 'own';

/** A tool call in progress. */
export interface ToolUse {
  input: JsonObject;
  /** Id of its step, the same on each replay; '' if the called operation has its own step. */
  stepId: string;
  context: CapabilityContext;
  /** Calls a capability on behalf of the run, like a script. */
  readonly call: CallCapability;
}

/** Reason for the failure of a call, for the model. */
export class ToolError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** A tool of an agent. */
export interface AgentTool {
  /** Name in the contract. */
  readonly name: string;
  readonly description: string;
  /** Schema of the input, whose root is an object. */
  readonly inputSchema: JsonObject;
  /**
   * True if the input is validated against the schema first. False if the schema may change: then the call itself
   * validates its input and records the outcome.
   */
  readonly checked: boolean;
  recorded(input: JsonObject): Recorded;
  /** Returns the origin of the result, for the model. */
  origin(input: JsonObject): string;
  /** Runs the tool. Throws MetarunError or {@link ToolError} for the model. */
  run(use: ToolUse): Promise<Json>;
}

/** Returns a string unchanged, and other values as JSON. */
export function formatJsonValue(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** Returns the schema of an object without additional members; names with `?` are optional. */
export function objectSchema(properties: Readonly<Record<string, JsonObject>>): JsonObject {
  const entries = Object.entries(properties);
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([name, schema]) => [name.replace('?', ''), schema]),
    ),
    required: entries.flatMap(([name]) => (name.endsWith('?') ? [] : [name])),
    additionalProperties: false,
  };
}
