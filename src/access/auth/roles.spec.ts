import { expect, it } from '@jest/globals';
import {
  lesserRole,
  roleCovers,
  listRoleScopes,
  SCOPES,
  storedRole,
  storedScopes,
} from './roles.js';

it('a role covers the roles below it and none above', () => {
  expect(roleCovers('admin', 'viewer')).toBe(true);
  expect(roleCovers('author', 'author')).toBe(true);
  expect(roleCovers('viewer', 'author')).toBe(false);
  expect(lesserRole('admin', 'viewer')).toBe('viewer');
  expect(lesserRole('viewer', 'admin')).toBe('viewer');
});

it('a viewer has every read scope and no write scope', () => {
  expect(listRoleScopes('viewer')).toEqual([
    'tasks:read',
    'files:read',
    'events:read',
    'memories:read',
  ]);
  expect(listRoleScopes('author')).toEqual(SCOPES);
});

it('roles and scopes from the database are validated before use', () => {
  expect(() => storedRole('root')).toThrow('root');
  expect(storedScopes('["tasks:read","tasks:all",7]')).toEqual(['tasks:read']);
});
