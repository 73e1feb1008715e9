import { describe, expect, it } from '@jest/globals';
import { differenceOf, targetOf } from './difference.js';

describe('the difference that a request makes', () => {
  it('has each field with its former value, and not what stays as it was', () => {
    const former = { role: 'viewer', name: 'Ada', tasks_days: null };
    const body = { role: 'admin', name: 'Ada', tasks_days: 3, scopes: ['files:read'] };
    expect(differenceOf(body, former)).toEqual([
      { field: 'role', from: 'viewer', to: 'admin' },
      { field: 'tasks_days', from: null, to: 3 },
      { field: 'scopes', to: ['files:read'] },
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

  it('names a field that is not listed, and nothing of its value', () => {
    const change = differenceOf({ invented_later: 'hunter2' }, { invented_later: 'hunter1' });
    expect(change).toEqual([{ field: 'invented_later' }]);
    expect(targetOf({ invented_later: 'hunter2' })).toEqual({});
  });

  it('names what is long or nested, without its value', () => {
    const body = { name: 'x'.repeat(201), at: { type: 'object' }, events: Array(21).fill(1) };
    expect(differenceOf(body, {})).toEqual([
      { field: 'name' },
      { field: 'at' },
      { field: 'events' },
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
