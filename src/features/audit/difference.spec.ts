import { describe, expect, it } from '@jest/globals';
import { differenceOf, targetOf } from './difference.js';

describe('the difference that a request makes', () => {
  it('has each field with its former value, and not what stays as it was', () => {
    const former = { role: 'viewer', name: 'Ada', days: null };
    expect(differenceOf({ role: 'admin', name: 'Ada', days: 3, more: [1] }, former)).toEqual([
      { field: 'role', from: 'viewer', to: 'admin' },
      { field: 'days', from: null, to: 3 },
      { field: 'more', to: [1] },
    ]);
  });

  it('has what a deletion has taken away', () => {
    expect(differenceOf(undefined, { name: 'Ada' })).toEqual([{ field: 'name', from: 'Ada' }]);
  });

  it.each([
    'value',
    'api_key',
    'webhook_secret',
    'params',
    'script',
    'headers',
    'url',
    'code',
    'text',
    'subject',
  ])('names %s, and nothing of its value', (field) => {
    const change = differenceOf({ [field]: 'hunter2' }, { [field]: 'hunter1' });
    expect(change).toEqual([{ field }]);
  });

  it('names what is long or nested, without its value', () => {
    const body = { name: 'x'.repeat(201), schema: { type: 'object' }, list: Array(21).fill(1) };
    expect(differenceOf(body, {})).toEqual([
      { field: 'name' },
      { field: 'schema' },
      { field: 'list' },
    ]);
  });

  it('is of fifty fields at most', () => {
    const body = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${n}`, n]));
    expect(differenceOf(body, {})).toHaveLength(50);
  });
});

it('a target has ids and names, and no secret', () => {
  const path = { project_id: 'p', token_id: 'i', name: 'n' };
  expect(targetOf(path, { path: '/a', token: 'mrt_x', ws: 'w' })).toEqual({
    token_id: 'i',
    name: 'n',
    path: '/a',
    ws: 'w',
  });
});
