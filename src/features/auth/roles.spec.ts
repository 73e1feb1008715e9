import { expect, it } from '@jest/globals';
import { lesserRole, roleCovers, scopesOf, SCOPES, storedRole, storedScopes } from './roles.js';

it('a role includes those below it', () => {
  expect(roleCovers('admin', 'viewer')).toBe(true);
  expect(roleCovers('author', 'author')).toBe(true);
  expect(roleCovers('viewer', 'author')).toBe(false);
  expect(lesserRole('admin', 'viewer')).toBe('viewer');
  expect(lesserRole('viewer', 'admin')).toBe('viewer');
});

it('a viewer has every scope to read and none to write', () => {
  expect(scopesOf('viewer')).toEqual(['tasks:read', 'files:read', 'events:read', 'memories:read']);
  expect(scopesOf('author')).toEqual(SCOPES);
});

it('what the database holds is parsed, not believed', () => {
  expect(() => storedRole('root')).toThrow('root');
  expect(storedScopes('["tasks:read","tasks:all",7]')).toEqual(['tasks:read']);
});
