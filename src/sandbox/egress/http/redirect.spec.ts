import { expect, it } from '@jest/globals';
import type { HttpRequest } from './http-request.js';
import { redirectedRequest } from './redirect.js';

const REQUEST: HttpRequest = {
  url: new URL('https://a.example/from?q=1'),
  method: 'POST',
  headers: [
    ['Authorization', 'secret'],
    ['COOKIE', 'c=1'],
    ['Content-Type', 'a/b'],
    ['X-Kept', '1'],
  ],
  body: Buffer.from('body'),
};

function redirected(location: string, status = 307, request = REQUEST): HttpRequest | null {
  return redirectedRequest(request, { status, header: { location } });
}

const namesOf = (request: HttpRequest | null): string[] =>
  (request?.headers ?? []).map(([name]) => name.toLowerCase());

it.each([
  'http://a.example/',
  'https://a.example:8443/',
  'https://b.a.example/',
  '//b.example/',
  'https://a.example.b.example/',
])('a redirect to %s, another origin, drops the credentials', (location) => {
  expect(namesOf(redirected(location))).toEqual(['content-type', 'x-kept']);
});

it.each(['/to', 'to?x', 'https://a.example:443/to', 'HTTPS://A.example/to'])(
  'a redirect to %s, of the same origin, keeps all headers and the body',
  (location) => {
    const { headers, body, method } = REQUEST;
    expect(redirected(location)).toMatchObject({ headers, body, method });
  },
);

it('a POST becomes a GET without a body after 301, 302 and 303, and stays one after 307 and 308', () => {
  const seen = [301, 302, 303, 307, 308, 200, 304].map((status) => {
    const next = redirected('/to', status);
    return (
      next && [next.method, next.body?.toString() ?? null, namesOf(next).includes('content-type')]
    );
  });
  const asGet = ['GET', null, false];
  const asSent = ['POST', 'body', true];
  expect(seen).toEqual([asGet, asGet, asGet, asSent, asSent, null, null]);
});

it.each(['ftp://a.example/', 'https://me:pass@a.example/', 'http://['])(
  'a redirect to %s is refused',
  (location) => {
    expect(() => redirected(location)).toThrow('a.example redirects to an address that');
  },
);
