import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../base/kernel/ids.js';
import { slotKey, parseMetaTaskId } from './slot-key.js';

describe('a slot key', () => {
  const id = newId();

  it('different values give different slot keys, even when only their types differ', () => {
    const values = [null, 'a', 'b', 'null', '1', 1, true, [1], { a: 1 }, ''];
    const keys = [slotKey(id), ...values.map((value) => slotKey(id, value))];
    expect(new Set(keys).size).toBe(keys.length);
    expect(slotKey(newId(), 'a')).not.toBe(slotKey(id, 'a'));
  });

  it('the same value gives the same slot key', () => {
    expect(slotKey(id, { a: [1, 'x'] })).toBe(slotKey(id, { a: [1, 'x'] }));
  });

  it('a slot key stays short and storable however long the value is', () => {
    const long = 'x\0'.repeat(100_000);
    expect(slotKey(id, long).length).toBeLessThan(300);
    expect(slotKey(id, '\0')).not.toContain('\0');
    expect(slotKey(id, long)).not.toBe(slotKey(id, `${long}y`));
  });

  it('a slot key reveals the id of its meta-task', () => {
    for (const key of [slotKey(id), slotKey(id, 'a/b'), slotKey(id, 'x'.repeat(1_000))])
      expect(parseMetaTaskId(key)).toBe(id);
  });
});
