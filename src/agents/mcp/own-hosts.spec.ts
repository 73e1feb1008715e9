import { describe, expect, it } from '@jest/globals';
import { refuseOtherSites } from './own-hosts.js';

/** Returns whether a server accepts a request with these headers. */
function takes(
  server: { host: string; publicUrl: string },
  headers: { host?: string; origin?: string },
): boolean {
  try {
    refuseOtherSites(server, { host: undefined, origin: undefined, ...headers });
    return true;
  } catch {
    return false;
  }
}

describe('a request of a page in a browser', () => {
  const open = { host: '0.0.0.0', publicUrl: 'https://metarun.example/base' };
  const local = { host: '127.0.0.1', publicUrl: '' };

  it.each([
    [open, { host: 'metarun.example', origin: 'https://metarun.example' }, true],
    [open, { host: 'inside:8080', origin: 'https://metarun.example' }, true],
    [open, { host: 'inside:8080', origin: 'http://inside:8080' }, true],
    [open, { host: 'metarun.example' }, true],
    [open, { host: 'metarun.example', origin: '' }, true],
    [open, { host: 'metarun.example', origin: 'https://evil.example' }, false],
    [open, { host: 'metarun.example', origin: 'https://metarun.example.evil.example' }, false],
    [open, { host: 'metarun.example', origin: 'null' }, false],
    [local, { host: 'localhost:8080', origin: 'http://127.0.0.1:3000' }, true],
    [local, { host: '[::1]:8080' }, true],
    [local, { host: 'evil.example:8080' }, false],
    [local, { host: 'evil.example', origin: 'http://evil.example' }, false],
    [local, {}, false],
    [{ ...local, publicUrl: open.publicUrl }, { host: 'metarun.example' }, true],
  ])('a server at %j takes headers %j: %s', (server, headers, expected) => {
    expect(takes(server, headers)).toBe(expected);
  });
});
