import { expect, it } from '@jest/globals';
import { diffDefinitions, selectSettings } from './definition.js';

it('a change holds the fields that differ, but never the identifier', () => {
  const before = { name: 'A', script: 'x', description: null, allowed_hosts: ['a'] };
  expect(diffDefinitions(before, { ...before })).toEqual({});
  expect(
    diffDefinitions(before, { name: 'A', script: 'y', allowed_hosts: ['a'], identifier: 'b' }),
  ).toEqual({ script: 'y' });
  expect(diffDefinitions(before, { name: 'A', allowed_hosts: [] })).toEqual({ allowed_hosts: [] });
});

it('the settings that outlive a reload hold the image and the identifier, but no script', () => {
  const settings = { name: 'A', docker_image_id: 'i1', allowed_hosts: ['a'], identifier: 'b' };
  expect(selectSettings({ ...settings, script: 'x', script_language: 'python' })).toEqual(settings);
});
