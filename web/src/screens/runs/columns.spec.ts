import { afterEach, expect, it } from '@jest/globals';
import { chooseColumns, resolveColumns } from './columns.js';

const USUAL = ['status', 'name', 'type', 'matter', 'by', 'took', 'created'];

afterEach(() => Object.assign(globalThis, { localStorage: undefined }));

it('the chosen columns are stored until the usual ones are chosen', () => {
  const stored = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  Object.assign(globalThis, { localStorage });
  expect(chooseColumns(['status', 'name', 'id'])).toBe('status,name,id');
  expect(resolveColumns(undefined)).toEqual(['status', 'name', 'id']);
  chooseColumns(resolveColumns(USUAL.join()));
  expect([stored.size, resolveColumns(undefined)]).toEqual([0, USUAL]);
});

it('the list has its columns where the browser blocks the storage', () => {
  const block = (): never => {
    throw new DOMException('The storage is blocked.', 'SecurityError');
  };
  const localStorage = { getItem: block, setItem: block, removeItem: block };
  Object.assign(globalThis, { localStorage });
  expect(chooseColumns(['status', 'name', 'id'])).toBe('status,name,id');
  expect(resolveColumns(undefined)).toEqual(USUAL);
  expect(resolveColumns('id')).toEqual(['status', 'name', 'id']);
});
