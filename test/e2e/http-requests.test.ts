/** Tests HTTP from scripts on a whole server: `reporter.http` in both languages and `fetch` give equal results. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Ask,
  echoed,
  hex,
  type Requests,
  startRequests,
  WAYS,
  type Way,
} from '../support/http-requests.js';
import { CODED_TEXT } from '../support/odd-web-server.js';
import { type Code, runBody } from '../support/inline-script.js';
import { LANGUAGES } from '../support/scripts.js';
import { until } from '../support/until.js';
import { AT_ONCE_MS } from '../support/deadlines.js';

const LIMIT = 10 * 1024 * 1024;

let requests: Requests;
beforeAll(async () => {
  requests = await startRequests();
});
afterAll(() => requests.stop());

const all = (way: Way, asks: readonly Ask[]) => requests.all(way, asks);
const one = (way: Way, what: Ask) => requests.one(way, what);

describe.each(WAYS)('a request by %s', (way) => {
  it('a request sends its method, headers and bytes as given, without the fragment', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const got = await one(way, {
      method: 'PUT',
      url: `${requests.odd.url}/echo?q=ä b#part`,
      headers: { 'X-One': 'é', Cookie: 'c=1', 'User-Agent': 'mine' },
      hex: hex(bytes),
    });
    expect(got).toMatchObject({ status: 200, ok: true, redirected: false });
    expect(got.url).toBe(`${requests.odd.url}/echo?q=%C3%A4%20b`);
    expect(echoed(got)).toEqual({
      method: 'PUT',
      url: '/echo?q=%C3%A4%20b',
      body: hex(bytes),
      headers: {
        host: requests.odd.url.slice('http://'.length),
        connection: 'close',
        'content-length': '256',
        accept: '*/*',
        'accept-encoding': 'gzip, deflate, br',
        'x-one': 'é',
        cookie: 'c=1',
        'user-agent': 'mine',
      },
    });
  });

  it('every status is an answer, and bodies of every kind are accepted', async () => {
    const paths = ['/?n=404', '/?n=500', '/?n=204', '/?n=304', '/chunks', '/cookies', '/?n=418'];
    const got = await all(way, [
      ...paths.map((path) => ({ url: requests.odd.url + path })),
      { method: 'HEAD', url: `${requests.odd.url}/big?n=5000` },
      { method: 'DELETE', url: `${requests.odd.url}/echo` },
      { method: 'POST', url: `${requests.odd.url}/echo` },
      { method: 'PATCH', url: `${requests.odd.url}/echo`, hex: '00ff' },
      { method: 'OPTIONS', url: `${requests.odd.url}/echo` },
      { method: 'QUERY', url: `${requests.odd.url}/?n=200`, hex: hex('x') },
    ]);
    expect(got.slice(0, 8).map(({ status, ok, size }) => [status, ok, size])).toEqual([
      [404, false, 4],
      [500, false, 4],
      [204, true, 0],
      [304, false, 0],
      [200, true, 3],
      [200, true, 0],
      [418, false, 4],
      [200, true, 0],
    ]);
    expect(got[5]?.headers?.['set-cookie']).toMatch(/b=2$/);
    expect(got[7]?.headers?.['content-length']).toBe('5000');
    expect(
      got
        .slice(8, 12)
        .map((each) => echoed(each))
        .map(({ method, body, headers }) => [method, body, headers['content-length']]),
    ).toEqual([
      ['DELETE', '', undefined],
      ['POST', '', '0'],
      ['PATCH', '00ff', '2'],
      ['OPTIONS', '', undefined],
    ]);
  });

  it('a request follows redirects as the standard says', async () => {
    const to = (status: number, method: string): Ask => ({
      method,
      url: `${requests.odd.url}/?n=${status}&to=/echo`,
      headers: { 'Content-Type': 'a/b', Authorization: 'secret', 'X-Kept': '1' },
      ...(method === 'GET' ? {} : { hex: hex('body') }),
    });
    const got = await all(way, [
      ...[301, 302, 303, 307, 308].map((status) => to(status, 'POST')),
      to(303, 'PUT'),
      to(302, 'PUT'),
      to(302, 'GET'),
    ]);
    expect(got.map(({ redirected, url }) => [redirected, url])).toEqual(
      got.map(() => [true, `${requests.odd.url}/echo`]),
    );
    const seen = got
      .map(echoed)
      .map(({ method, body, headers }) => [method, body, headers['content-type'] ?? null]);
    const asGet = ['GET', '', null];
    const asSent = ['POST', hex('body'), 'a/b'];
    const asPut = ['PUT', hex('body'), 'a/b'];
    expect(seen).toEqual([asGet, asGet, asGet, asSent, asSent, asGet, asPut, ['GET', '', 'a/b']]);
    for (const { headers } of got.map(echoed))
      expect([headers['authorization'], headers['x-kept']]).toEqual(['secret', '1']);
  });

  it('a redirect to another origin drops the credentials', async () => {
    const elsewhere = requests.odd.url.replace('127.0.0.1', 'localhost');
    const got = await one(way, {
      url: `${requests.odd.url}/?n=302&to=${elsewhere}/echo`,
      headers: { Authorization: 'secret', Cookie: 'c=1', 'X-Kept': '1' },
    });
    expect(got.url).toBe(`${elsewhere}/echo`);
    const { headers } = echoed(got);
    expect([headers['authorization'], headers['cookie'], headers['x-kept']]).toEqual([
      undefined,
      undefined,
      '1',
    ]);
  });

  it('a request can return or refuse a redirect, and it follows at most 20', async () => {
    const url = `${requests.odd.url}/?n=307&to=/echo`;
    const got = await all(way, [
      { url, redirect: 'manual' },
      { url, redirect: 'error' },
      { url: `${requests.odd.url}/hops?n=20` },
      { url: `${requests.odd.url}/hops?n=21` },
      { url: `${requests.odd.url}/?n=302&to=` },
      { url: `${requests.odd.url}/?n=302&to=ftp://a.b/` },
      { url: `${requests.odd.url}/?n=302&to=http://me:pass@a.b/` },
      { url: `${requests.odd.url}/?n=302&to=http://[` },
    ]);
    expect(got).toMatchObject([
      { status: 307, headers: { location: '/echo' }, redirected: false, size: 5 },
      { code: 'network_error', message: expect.stringContaining('redirects, which the request') },
      { status: 200, redirected: true },
      { code: 'network_error', message: expect.stringContaining('after 20 redirects') },
      { status: 302, size: 5 },
      { code: 'network_error', message: expect.stringContaining('scheme "ftp:"') },
      { code: 'network_error', message: expect.stringContaining('credentials') },
      { code: 'network_error', message: expect.stringContaining('is not a URL') },
    ]);
  });

  it('a request decodes content codings such as gzip, br and deflate', async () => {
    const names = ['gzip', 'x-gzip', 'br', 'deflate', 'raw-deflate', 'twice', 'unknown-coding'];
    const got = await all(
      way,
      names.map((name) => ({ url: `${requests.odd.url}/${name}` })),
    );
    expect(got.map((each) => each.hex)).toEqual(names.map(() => hex(CODED_TEXT)));
    expect(await one(way, { url: `${requests.odd.url}/empty-gzip` })).toMatchObject({
      status: 200,
      size: 0,
    });
  });

  it('an answer larger than 10 MiB is refused, compressed or not', async () => {
    const got = await all(way, [
      { url: `${requests.odd.url}/big?n=${LIMIT + 1}` },
      { url: `${requests.odd.url}/endless` },
      { url: `${requests.odd.url}/bomb` },
      { url: `${requests.odd.url}/bomb-twice` },
    ]);
    expect(got.map(({ code }) => code)).toEqual(got.map(() => 'too_large'));
    expect(await one(way, { url: `${requests.odd.url}/big?n=${LIMIT}` })).toMatchObject({
      size: LIMIT,
    });
  });

  it('a broken answer raises a network error that describes it', async () => {
    const raw = [
      'garbage',
      'http-0.9',
      'nothing',
      'no-colon',
      'cut-head',
      'cut-body',
      'cut-chunks',
    ];
    const more = ['bad-chunk', 'two-lengths', 'long-head', 'switch'];
    const got = await all(way, [
      ...[...raw, ...more].map((name) => ({ url: `${requests.odd.raw}/${name}` })),
      ...['no-gzip', 'cut-gzip'].map((name) => ({ url: `${requests.odd.url}/${name}` })),
    ]);
    expect(got.map(({ code }) => code)).toEqual(got.map(() => 'network_error'));
    for (const { message } of got) {
      expect(message).toMatch(/127\.0\.0\.1:\d+/);
      expect(message).not.toMatch(/\/tmp|node:|\.js/);
    }
    expect(got[5]?.message).toContain('ended the connection before its answer was complete');
    expect(got[9]?.message).toContain('more headers than can be taken');
  });

  it('a request accepts unusual but valid answers', async () => {
    const got = await all(
      way,
      ['until-close', 'early', 'latin1'].map((name) => ({ url: `${requests.odd.raw}/${name}` })),
    );
    expect(got).toMatchObject([
      { status: 200, hex: hex('until the end') },
      { status: 200, hex: hex('ok') },
      { status: 299, ok: true, headers: { 'x-name': 'häl' } },
    ]);
  });

  it('a request ends after its timeout, whatever the server does', async () => {
    const began = performance.now();
    const got = await all(way, [
      { url: `${requests.odd.url}/never`, timeout: 0.3 },
      { url: `${requests.odd.url}/drip`, timeout: 0.3 },
    ]);
    expect(performance.now() - began).toBeLessThan(AT_ONCE_MS);
    const code = way === 'fetch' ? 'TimeoutError' : 'network_error';
    expect(got).toMatchObject([{ code }, { code }]);
    if (way !== 'fetch')
      expect(got[0]?.message).toMatch(/127\.0\.0\.1:\d+ did not answer within 300 ms/);
    await until('the connections to end', async () => (await requests.odd.open()) === 0);
  });
});

describe.each(LANGUAGES)('reporter.http of %s', (language) => {
  it('reporter.http builds the query and the body, and returns the answer', async () => {
    const code: Code = {
      python: `
r = reporter.http.request("POST", params["url"] + "/echo?a=1#x", params={"q": "ä b", "n": [1, True], "gone": None}, json={"k": ["é"]})
form = reporter.http.request("POST", params["url"] + "/echo", params=[("p", 2)], body="täxt", headers=[("X-A", "1")]).json()
cookies = reporter.http.request("GET", params["url"] + "/cookies").headers
return [r.ok, r.json()["url"], bytes.fromhex(r.json()["body"]).decode(), "application/json" in r.json()["headers"],
        form["url"], bytes.fromhex(form["body"]).decode(), "X-A" in form["headers"], cookies.get_all("set-cookie"), cookies["SET-Cookie"], r.text[0]]`,
      typescript: `
const decode = (hex: string) => new TextDecoder().decode(Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16)));
const { request } = reporter.http;
const r = await request('POST', params.url + '/echo?a=1#x', { query: { q: 'ä b', n: [1, true], gone: null }, json: { k: ['é'] } });
const text = await r.clone().text();
const sent: any = await r.json();
const form: any = await (await request('POST', params.url + '/echo', { query: [['p', 2]], body: 'täxt', headers: [['X-A', '1']] })).json();
const cookies = (await request('GET', params.url + '/cookies')).headers;
return [r.ok, sent.url, decode(sent.body).replace(':', ': '), sent.headers.includes('application/json'),
  form.url, decode(form.body), form.headers.includes('x-a'), cookies.getSetCookie(), cookies.get('SET-Cookie') ?? cookies.getSetCookie().join(', '), text[0]];`,
    };
    const task = await runBody(requests.server, language, code, {
      params: { url: requests.odd.url },
      metaTask: { network: 'open' },
    });
    const json = language === 'python' ? '{"k": ["\\u00e9"]}' : '{"k": ["é"]}';
    expect(task.result).toEqual([
      true,
      '/echo?a=1&q=%C3%A4+b&n=1&n=true',
      json,
      true,
      '/echo?p=2',
      'täxt',
      true,
      ['a=1', 'b=2'],
      'a=1, b=2',
      '{',
    ]);
  });
});
