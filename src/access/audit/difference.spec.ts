import { describe, expect, it } from '@jest/globals';
import { differenceOf, targetOf } from './difference.js';

describe('the difference that a request makes', () => {
  it('a difference lists each changed field with its former value and no unchanged field', () => {
    const former = { role: 'viewer', name: 'Ada', tasks_days: null };
    const body = { role: 'admin', name: 'Ada', tasks_days: 3, scopes: ['files:read'] };
    expect(differenceOf(body, former)).toEqual([
      { field: 'role', from: 'viewer', to: 'admin' },
      { field: 'tasks_days', from: null, to: 3 },
      { field: 'scopes', to: ['files:read'] },
    ]);
  });

  it('a difference leaves out lists that are sent as they were', () => {
    const former = { scopes: ['files:read'], allowed_hosts: [] };
    const body = { scopes: ['files:read'], allowed_hosts: ['a'] };
    expect(differenceOf(body, former)).toEqual([{ field: 'allowed_hosts', from: [], to: ['a'] }]);
  });

  it('the difference of a deletion lists what was deleted', () => {
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
  ])('a difference names the field %s without its value', (field) => {
    const change = differenceOf({ [field]: 'hunter2' }, { [field]: 'hunter1' });
    expect(change).toEqual([{ field }]);
  });

  it('a difference names a field that is not listed without its value', () => {
    const change = differenceOf({ invented_later: 'hunter2' }, { invented_later: 'hunter1' });
    expect(change).toEqual([{ field: 'invented_later' }]);
    expect(targetOf({ invented_later: 'hunter2' })).toEqual({});
  });

  it('a difference names long and nested fields without their values', () => {
    const body = { name: 'x'.repeat(201), at: { type: 'object' }, events: Array(21).fill(1) };
    expect(differenceOf(body, {})).toEqual([
      { field: 'name' },
      { field: 'at' },
      { field: 'events' },
    ]);
  });

  it('a difference holds fifty fields at most', () => {
    const body = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${n}`, n]));
    expect(differenceOf(body, {})).toHaveLength(50);
  });
});

it('an audit target holds ids and names but no secret', () => {
  const path = { project_id: 'p', token_id: 'i', name: 'n' };
  expect(targetOf(path, { path: '/a', token: 'mrt_x', ws: 'w' })).toEqual({
    token_id: 'i',
    name: 'n',
    path: '/a',
    ws: 'w',
  });
});
