import { expect, it } from '@jest/globals';
import type { MetaTask } from '../../api/types.js';
import { changedSettings } from './version-changes.js';

it('changed settings are named, except for the script and the creation time', () => {
  const before = {
    version: 1,
    script: 'a',
    version_created_at: '1',
    timeout_seconds: 1,
    allowed_hosts: ['a'],
    params_schema: null,
  } as unknown as MetaTask;
  const after = {
    ...before,
    version: 2,
    script: 'b',
    version_created_at: '2',
    timeout_seconds: 2,
    allowed_hosts: ['a'],
    params_schema: {},
  } as unknown as MetaTask;
  expect(changedSettings(before, after)).toEqual(['timeout_seconds', 'params_schema']);
  expect(changedSettings(before, before)).toEqual([]);
});
