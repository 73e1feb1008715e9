import { randomUUID } from 'node:crypto';
import { isJsonObject } from '../../base/kernel/json.js';
import { abilitiesOf, type ClientCapabilities } from './client-capabilities.js';

/** The header of the revision 2025-11-25 for the session of a client. */
export const SESSION_HEADER = 'Mcp-Session-Id';
const SESSION = /^mrs-(form)?(url)?-[\da-f-]{36}$/;

/**
 * Returns the id of a session for the client of an earlier revision that begins one; null for any other message, and for a client
 * that asks its user nothing. The id has what the client has said of itself, so that nothing is kept.
 */
export function sessionFor(body: unknown): string | null {
  if (!isJsonObject(body) || body['method'] !== 'initialize') return null;
  const { params } = body;
  const { forms, links } = abilitiesOf(isJsonObject(params) ? params['capabilities'] : null);
  return forms || links ? `mrs-${forms ? 'form' : ''}${links ? 'url' : ''}-${randomUUID()}` : null;
}

/** Returns what the client of a session has said of itself; an id that is not of {@link sessionFor} says nothing. */
export function sessionCapabilities(id: string | undefined): ClientCapabilities {
  const [, forms, links] = SESSION.exec(id ?? '') ?? [];
  return { tasks: false, forms: forms !== undefined, links: links !== undefined };
}
