import type { Json, JsonObject } from '../../../base/kernel/json.js';
import type { CapabilityContext } from '../../../sandbox/runtime/capabilities.js';
import type { CallCapability } from '../operations.js';

/**
 * How a call is recorded. `again`: it may be made again if its end was lost. `once`: that it begins is recorded first, and where
 * the end was lost it is not made again. `own`: what it calls has a durable step of its own.
 */
export type Recorded = 'again' | 'once' | 'own';

/** One call of a tool that is being made. */
export interface ToolUse {
  input: JsonObject;
  /** The id of its step, the same whenever it is made; '' where it has none of its own. */
  stepId: string;
  context: CapabilityContext;
  /** Calls a capability as a script does. */
  readonly call: CallCapability;
}

/** Why a call has failed, for the model to read. */
export class ToolError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Something that a model may do. */
export interface AgentTool {
  /** As in the contract. */
  readonly name: string;
  readonly description: string;
  /** The root is an object. */
  readonly inputSchema: JsonObject;
  /** True if the input is compared with the schema first. False where the schema may change: the call itself then checks it, and records that. */
  readonly checked: boolean;
  recorded(input: JsonObject): Recorded;
  /** Returns where the result comes from, for the model. */
  origin(input: JsonObject): string;
  /** Throws MetarunError or {@link ToolError}, which the model reads. */
  run(use: ToolUse): Promise<Json>;
}

/** Returns a text as it is, and anything else as JSON. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** Returns the schema of an object that takes nothing else; names with `?` may be left out. */
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
