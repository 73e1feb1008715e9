import { isJsonObject, type Json } from '../../base/kernel/json.js';
import { quoted } from '../../base/kernel/quoted.js';
import { object } from '../catalogue/field.js';

/** The ways to offer a meta-task to MCP clients. */
export const MCP_OFFERS = ['auto', 'pinned', 'hidden'] as const;

/** Annotations of a meta-task as a tool. */
export interface McpHints {
  read_only?: boolean;
  destructive?: boolean;
  idempotent?: boolean;
  cancel?: boolean;
  embed?: boolean;
}

/** Members of the hints, as JSON Schema. */
const PROPERTIES = {
  read_only: { type: 'boolean', description: 'Whether a run changes nothing.' },
  destructive: { type: 'boolean', description: 'Whether a run may delete or overwrite something.' },
  idempotent: {
    type: 'boolean',
    description: 'Whether another run with the same params changes nothing more.',
  },
  cancel: {
    type: 'boolean',
    description: 'Whether the task is cancelled when the client ends its call.',
  },
  embed: {
    type: 'boolean',
    description: 'Whether files named in the result are embedded instead of linked.',
  },
};

/** Returns the field `mcp_hints`. {@link mcpHintsIssue} checks its form. */
export const mcpHintsField = (description: string) => object<McpHints>({ description }, PROPERTIES);

/** Returns the problem of a value of the field, and its place; null if it is valid. */
export function mcpHintsIssue(given: Json): { pointer: string; message: string } | null {
  if (!isJsonObject(given)) return null;
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(PROPERTIES, name))
      return {
        pointer: '',
        message: `has no member ${quoted(name)}; there are ${Object.keys(PROPERTIES).join(', ')}`,
      };
    if (typeof value !== 'boolean')
      return { pointer: `/${name}`, message: 'must be true or false' };
  }
  return null;
}
