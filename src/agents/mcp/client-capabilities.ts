import { isJsonObject, type Json } from '../../base/kernel/json.js';

/** The name of the extension by which a client can take a task for an answer. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

/** The abilities that a client has declared. */
export interface ClientCapabilities {
  tasks: boolean;
  /** It asks its user to fill in a form. */
  forms: boolean;
  /** It asks its user to open a link. */
  links: boolean;
}

/** Reads the capabilities that a request of the present revision has in its envelope. */
export function clientCapabilities(envelope: unknown): ClientCapabilities {
  return abilitiesOf(member(envelope, CAPABILITIES));
}

/** Reads capabilities as a client declares them. */
export function abilitiesOf(given: unknown): ClientCapabilities {
  const elicitation = member(given, 'elicitation');
  const modes = isJsonObject(elicitation as Json) ? Object.keys(elicitation as object) : null;
  return {
    tasks: member(member(given, 'extensions'), TASKS_EXTENSION) !== undefined,
    // Without any mode, forms are meant.
    forms: modes !== null && (modes.includes('form') || !modes.includes('url')),
    links: modes?.includes('url') ?? false,
  };
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
