import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../../../base/kernel/json.js';
import { patternProblem, readServer } from './server-reader.js';

const GIVEN = { name: 'shop', url: 'https://shop.example/mcp' };
const CREDENTIALS = { kind: 'client_credentials', secret: 'KEY', client_id: 'c' };
const ISSUER = 'https://login.example/';

/** Returns the pointers of the errors. */
function wrong(given: object): string[] {
  const read = readServer({ ...GIVEN, ...given } as JsonObject);
  return 'errors' in read ? read.errors.map(({ pointer }) => pointer) : [];
}

describe('an MCP server as a client gives it', () => {
  it('a server has the usual limits and no tools, unless it says otherwise', () => {
    const rest = { auth: { kind: 'none' }, tools: [], timeout_seconds: 60, max_concurrency: 4 };
    expect(readServer(GIVEN)).toEqual({ server: { ...GIVEN, ...rest } });
    const other = { timeout_seconds: 1, max_concurrency: 64, tools: ['get_*'] };
    expect(readServer({ ...GIVEN, ...other })).toEqual({ server: { ...GIVEN, ...rest, ...other } });
  });

  it.each<[object, object]>([
    [{ kind: 'bearer', secret: 'KEY' }, {}],
    [{ kind: 'header', secret: 'KEY', header: 'X-Key' }, {}],
    [{ ...CREDENTIALS, issuer: 'https://login.example' }, { scopes: [] }],
    [{ ...CREDENTIALS, token_url: 'https://login.example/t', scopes: ['a'] }, {}],
  ])('the credentials %j are taken', (auth, more) => {
    const read = readServer({ ...GIVEN, auth } as JsonObject);
    expect(read).toMatchObject({ server: { auth: { ...auth, ...more } } });
  });

  it.each<[object, string[]]>([
    [{ name: 'Shop' }, ['/name']],
    [{ name: undefined }, ['/name']],
    [{ name: `a${'b'.repeat(50)}` }, ['/name']],
    [{ url: '/mcp' }, ['/url']],
    [{ url: 'https://shop.example/#a' }, ['/url']],
    [{ url: 'https://a:b@shop.example/' }, ['/url']],
    [{ url: `https://shop.example/${'x'.repeat(2_000)}` }, ['/url']],
    [{ url: 'ftp://shop.example/' }, ['/url']],
    [{ timeout_seconds: 0 }, ['/timeout_seconds']],
    [{ timeout_seconds: 3_601 }, ['/timeout_seconds']],
    [{ timeout_seconds: 1.5 }, ['/timeout_seconds']],
    [{ timeout_seconds: '9' }, ['/timeout_seconds']],
    [{ max_concurrency: 65 }, ['/max_concurrency']],
    [{ tools: ['a b'] }, ['/tools/0']],
    [{ tools: ['ok', 7] }, ['/tools/1']],
    [{ tools: Array.from({ length: 101 }, () => 'a') }, ['/tools']],
    [{ tools: 'all' }, ['/tools']],
    [{ 'odd/~': 1 }, ['/odd~1~0']],
    [{ auth: 'none' }, ['/auth']],
    [{ auth: { kind: 'basic' } }, ['/auth/kind']],
    [{ auth: { kind: 'none', secret: 'KEY' } }, ['/auth/secret']],
    [{ auth: { kind: 'bearer' } }, ['/auth/secret']],
    [{ auth: { kind: 'bearer', secret: '1KEY' } }, ['/auth/secret']],
    [{ auth: { kind: 'bearer', secret: 'KEY', header: 'X' } }, ['/auth/header']],
    [{ auth: { kind: 'header', secret: 'KEY', header: 'mcp-session-id' } }, ['/auth/header']],
    [{ auth: { kind: 'header', secret: 'KEY', header: 'Content-Type' } }, ['/auth/header']],
    [{ auth: { kind: 'header', secret: 'KEY', header: 'a:b' } }, ['/auth/header']],
    [{ auth: CREDENTIALS }, ['/auth/issuer']],
    [{ auth: { ...CREDENTIALS, issuer: ISSUER, token_url: ISSUER } }, ['/auth/token_url']],
    [{ auth: { ...CREDENTIALS, issuer: `${ISSUER}?a` } }, ['/auth/issuer']],
    [{ auth: { ...CREDENTIALS, issuer: ISSUER, client_id: '' } }, ['/auth/client_id']],
    [{ auth: { ...CREDENTIALS, issuer: ISSUER, method: 'none' } }, ['/auth/method']],
    [{ auth: { ...CREDENTIALS, issuer: ISSUER, scopes: ['a b'] } }, ['/auth/scopes/0']],
    [{ name: 'A', url: 1, tools: 1 }, ['/name', '/url', '/tools']],
  ])('the server %j is wrong at %j', (given, pointers) => {
    expect(wrong(given)).toEqual(pointers);
  });

  it.each([
    ['get_*', false],
    ['a/b.c-*', false],
    ['*'.repeat(5), false],
    ['*'.repeat(6), true],
    ['x'.repeat(128), false],
    ['x'.repeat(129), true],
    ['', true],
  ])('the pattern %j is refused: %j', (pattern, refused) => {
    expect(patternProblem(pattern) !== null).toBe(refused);
  });
});
