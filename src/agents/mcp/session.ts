import { randomUUID } from 'node:crypto';
import { isJsonObject } from '../../base/kernel/json.js';
import { readCapabilities, type ClientCapabilities } from './client-capabilities.js';

/** Header of the revision 2025-11-25 with the client's session. */
export const SESSION_HEADER = 'Mcp-Session-Id';
const SESSION = /^mrs-(form)?(url)?-[\da-f-]{36}$/;

/**
 * Returns a session id for the initialization of a client of an earlier revision; null for any other message, and for
 * a client that cannot ask its user. The id encodes the client's capabilities, so that no state is kept.
 */
export function sessionFor(body: unknown): string | null {
  if (!isJsonObject(body) || body['method'] !== 'initialize') return null;
  const { params } = body;
  const { forms, links } = readCapabilities(isJsonObject(params) ? params['capabilities'] : null);
  return forms || links ? `mrs-${forms ? 'form' : ''}${links ? 'url' : ''}-${randomUUID()}` : null;
}

/** Returns the capabilities encoded in a session id; none for an id that is not from {@link sessionFor}. */
export function sessionCapabilities(id: string | undefined): ClientCapabilities {
  const [, forms, links] = SESSION.exec(id ?? '') ?? [];
  return { tasks: false, forms: forms !== undefined, links: links !== undefined };
}
