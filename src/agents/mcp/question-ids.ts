import { randomUUID } from 'node:crypto';
import { isJsonObject, type Json } from '../../base/kernel/json.js';

const QUESTION = /^metarun:([\da-f-]{36}):[\da-f-]{36}$/;

/** An answer to a question that arrives as a separate request. */
export interface LoneAnswer {
  approvalId: string;
  /** Null if the client could not ask. */
  response: Json;
}

/** Returns an id for the question about an approval, from which any server can identify the approval. */
export function questionId(approvalId: string): string {
  return `metarun:${approvalId}:${randomUUID()}`;
}

/** Returns the answer in a message to a question of {@link questionId}; null for any other message. */
export function parseLoneAnswer(body: unknown): LoneAnswer | null {
  if (!isJsonObject(body) || body['method'] !== undefined) return null;
  const { id, result = null, error } = body;
  if (typeof id !== 'string' || (result === null && error === undefined)) return null;
  const approvalId = QUESTION.exec(id)?.[1];
  return approvalId === undefined ? null : { approvalId, response: result };
}
