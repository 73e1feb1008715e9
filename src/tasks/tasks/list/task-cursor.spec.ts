import { expect, it } from '@jest/globals';
import { newId } from '../../../base/kernel/ids.js';
import { TASK_ORDERS } from './task-filter.js';
import { decodeCursor, encodeCursor } from './task-cursor.js';

const encoded = (text: string): string => Buffer.from(text).toString('base64url');

it.each(TASK_ORDERS)(
  'a cursor of the order %s is read back unchanged and needs no URL escaping',
  (order) => {
    const cursor = { at: 1_789_000_000_123, id: newId() };
    const text = encodeCursor(order, cursor);
    expect(decodeCursor(order, text)).toEqual(cursor);
    expect(encodeURIComponent(text)).toBe(text);
    for (const other of TASK_ORDERS)
      if (other !== order) expect(() => decodeCursor(other, text)).toThrow('with the same order');
  },
);

it.each([
  [''],
  ['rubbish'],
  ['\0'],
  [encoded('1')],
  [encoded(`1.${'x'.repeat(36)}`)],
  [encoded(`-1.${newId()}`)],
  [encoded(`1e3.${newId()}`)],
  [encoded(`9999999999999999.${newId()}`)],
  [encoded(`.${newId()}`)],
  [encoded(`1 OR 1=1.${newId()}`)],
])('the cursor %j is refused in every order', (text) => {
  for (const order of TASK_ORDERS)
    expect(() => decodeCursor(order, text)).toThrow(
      expect.objectContaining({ code: 'validation_failed' }),
    );
});
