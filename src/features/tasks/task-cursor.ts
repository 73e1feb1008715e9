import { invalidField } from '../../base/kernel/errors.js';
import { isUuid } from '../../base/kernel/ids.js';

/** A place in a list that is ordered by creation, newest first: the last task that was seen. */
export interface TaskCursor {
  createdAt: number;
  id: string;
}

export function encodeCursor({ createdAt, id }: TaskCursor): string {
  return Buffer.from(`${createdAt}.${id}`).toString('base64url');
}

/** Throws MetarunError where `text` was not made by {@link encodeCursor}. */
export function decodeCursor(text: string): TaskCursor {
  const [createdAt = '', id = ''] = Buffer.from(text, 'base64url').toString('utf8').split('.');
  if (!/^\d{1,15}$/.test(createdAt) || !isUuid(id))
    throw invalidField('?cursor', 'take it unchanged from the Link header of the page before');
  return { createdAt: Number(createdAt), id };
}
