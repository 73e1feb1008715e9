import { invalidField } from '../../../base/kernel/errors.js';
import { isUuid } from '../../../base/kernel/ids.js';
import type { TaskOrder } from './task-filter.js';

/** A place in a list, latest first: the last task that was seen. */
export interface TaskCursor {
  /** The time by which the list is ordered, ms. */
  at: number;
  id: string;
}

/** The orders whose cursors are marked; those of the first order of all are as they always were. */
const MARKS: Record<TaskOrder, string> = { created: '', finished: 'f' };

export function encodeCursor(order: TaskOrder, { at, id }: TaskCursor): string {
  return Buffer.from(`${MARKS[order]}${at}.${id}`).toString('base64url');
}

/** Throws MetarunError where `text` was not made by {@link encodeCursor} for the same order. */
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
