import { describe, expect, it } from '@jest/globals';
import { computeDifference, buildTarget } from './difference.js';

describe('the difference that a request makes', () => {
  it('a difference lists each changed field with its former value and no unchanged field', () => {
    const former = { role: 'viewer', name: 'Ada', tasks_days: null };
    const body = { role: 'admin', name: 'Ada', tasks_days: 3, scopes: ['files:read'] };
    expect(computeDifference(body, former)).toEqual([
      { field: 'role', from: 'viewer', to: 'admin' },
      { field: 'tasks_days', from: null, to: 3 },
      { field: 'scopes', to: ['files:read'] },
    ]);
  });

  it('a difference leaves out lists that are sent as they were', () => {
    const former = { scopes: ['files:read'], allowed_hosts: [] };
    const body = { scopes: ['files:read'], allowed_hosts: ['a'] };
    expect(computeDifference(body, former)).toEqual([
      { field: 'allowed_hosts', from: [], to: ['a'] },
    ]);
  });

  it('the difference of a deletion lists what was deleted', () => {
    expect(computeDifference(undefined, { name: 'Ada' })).toEqual([{ field: 'name', from: 'Ada' }]);
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
    const change = computeDifference({ [field]: 'hunter2' }, { [field]: 'hunter1' });
    expect(change).toEqual([{ field }]);
  });

  it('a difference names a field that is not listed without its value', () => {
    const change = computeDifference({ invented_later: 'hunter2' }, { invented_later: 'hunter1' });
    expect(change).toEqual([{ field: 'invented_later' }]);
    expect(buildTarget({ invented_later: 'hunter2' })).toEqual({});
  });

  it('a difference names long and nested fields without their values', () => {
    const body = { name: 'x'.repeat(201), at: { type: 'object' }, events: Array(21).fill(1) };
    expect(computeDifference(body, {})).toEqual([
      { field: 'name' },
      { field: 'at' },
      { field: 'events' },
    ]);
  });

  it('a difference holds fifty fields at most', () => {
    const body = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${n}`, n]));
    expect(computeDifference(body, {})).toHaveLength(50);
  });
});

it('an audit target holds ids and names but no secret', () => {
  const path = { project_id: 'p', token_id: 'i', name: 'n' };
  expect(buildTarget(path, { path: '/a', token: 'mrt_x', ws: 'w' })).toEqual({
    token_id: 'i',
    name: 'n',
    path: '/a',
    ws: 'w',
  });
});
