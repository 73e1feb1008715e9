import { isJsonObject, type Json } from '../../base/kernel/json.js';

/** Name of the extension by which a client accepts a task as the result of a call. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

/** Capabilities that a client has declared. */
export interface ClientCapabilities {
  tasks: boolean;
  /** True if the client can ask its user to fill in a form. */
  forms: boolean;
  /** True if the client can ask its user to open a link. */
  links: boolean;
}

/** Reads the capabilities in the envelope of a request of the present revision. */
export function clientCapabilities(envelope: unknown): ClientCapabilities {
  return readCapabilities(member(envelope, CAPABILITIES));
}

/** Reads capabilities in the form in which clients declare them. */
export function readCapabilities(given: unknown): ClientCapabilities {
  const elicitation = member(given, 'elicitation');
  const modes = isJsonObject(elicitation as Json) ? Object.keys(elicitation as object) : null;
  return {
    tasks: member(member(given, 'extensions'), TASKS_EXTENSION) !== undefined,
    // Without a mode, the client supports forms.
    forms: modes !== null && (modes.includes('form') || !modes.includes('url')),
    links: modes?.includes('url') ?? false,
  };
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
