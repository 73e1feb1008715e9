import { invalidField } from '../../../base/kernel/errors.js';
import { isUuid } from '../../../base/kernel/ids.js';
import type { TaskOrder } from './task-filter.js';

/** A place in a list, latest first: the last task of a page. */
export interface TaskCursor {
  /** Time by which the list is sorted, in ms. */
  at: number;
  id: string;
}

/** Marks of cursors by order; the oldest order has none, so that its cursors stay valid. */
const MARKS: Record<TaskOrder, string> = { created: '', finished: 'f' };

export function encodeCursor(order: TaskOrder, { at, id }: TaskCursor): string {
  return Buffer.from(`${MARKS[order]}${at}.${id}`).toString('base64url');
}

/** Throws MetarunError for a text that {@link encodeCursor} did not make for the same order. */
export function decodeCursor(order: TaskOrder, text: string): TaskCursor {
  const [time = '', id = ''] = Buffer.from(text, 'base64url').toString('utf8').split('.');
  const mark = MARKS[order];
  if (!time.startsWith(mark) || !/^\d{1,15}$/.test(time.slice(mark.length)) || !isUuid(id))
    throw invalidField(
      '?cursor',
      'take it unchanged from the Link header of the page before, with the same order',
    );
  return { at: Number(time.slice(mark.length)), id };
}
