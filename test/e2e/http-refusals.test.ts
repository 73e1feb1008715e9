/** Tests what HTTP from scripts refuses and cannot reach, the same for `reporter.http` and `fetch`. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Ask,
  ask,
  echoed,
  hex,
  requester,
  type Requests,
  startRequests,
  WAYS,
  type Way,
} from '../support/http-requests.js';
import { createTask, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

let requests: Requests;
beforeAll(async () => {
  requests = await startRequests();
});
afterAll(() => requests.stop());

const all = (way: Way, asks: readonly Ask[]) => requests.all(way, asks);
const one = (way: Way, what: Ask) => requests.one(way, what);

describe.each(WAYS)('a request by %s', (way) => {
  it('a request refuses characters that would break out of a header, and ignores or refuses Host', async () => {
    const got = await all(way, [
      { url: `${requests.odd.url}/echo`, headers: { 'X-A': 'a\r\nX-B: b' } },
      { url: `${requests.odd.url}/echo`, headers: { 'X-A\r\nX-B': 'b' } },
      { url: `${requests.odd.url}/echo`, headers: { 'X A': 'b' } },
      { url: `${requests.odd.url}/echo`, headers: { 'X-A': '€' } },
      { url: `${requests.odd.url}/echo`, method: 'GET /x HTTP/1.1\r\nX: y' },
      { url: `${requests.odd.url}/echo`, method: 'CONNECT' },
      { url: `${requests.odd.url}/a\r\nX-B: b` },
      {
        url: `${requests.odd.url}/echo`,
        headers: { Host: 'other', 'Transfer-Encoding': 'chunked' },
      },
    ]);
    const code = way === 'python' ? 'validation_failed' : 'TypeError';
    expect(got.slice(0, 5).map((each) => each.code)).toEqual(got.slice(0, 5).map(() => code));
    expect(got[5]?.code).toBe(way === 'fetch' ? 'TypeError' : 'validation_failed');
    expect(got[6]).toMatchObject({
      status: 200,
      headers: { 'x-path': expect.stringMatching(/^\/aX-B:/) },
    });
    if (way !== 'fetch')
      expect(got[7]).toMatchObject({
        code: 'validation_failed',
        message: expect.stringContaining('set by the service'),
      });
    else
      expect(echoed(got[7] ?? {}).headers).toMatchObject({
        host: requests.odd.url.slice('http://'.length),
      });
  });

  it.each([
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
    '/relative',
    'http://',
    'http://me:pass@127.0.0.1/',
  ])('a request refuses %s as an address', async (url) => {
    const { code, message } = await one(way, { url });
    expect([message, code === 'validation_failed' || code === 'TypeError']).toEqual([
      expect.not.stringContaining('me:pass'),
      true,
    ]);
  });

  it('a request reaches no address that is not public, not even by a redirect', async () => {
    const hosts = [
      '169.254.169.254',
      '10.0.0.1',
      '[::1]',
      '[::ffff:127.0.0.2]',
      '2130706434',
      '0x7f.2',
      '0',
    ];
    const direct = await all(
      way,
      hosts.map((host) => ({ url: `http://${host}/` })),
    );
    const redirected = await all(
      way,
      hosts.map((host) => ({ url: `${requests.odd.url}/?n=302&to=http://${host}/` })),
    );
    for (const got of [...direct, ...redirected]) expect(got.code).toBe('network_denied');
  });

  it('the error names the host that does not answer', async () => {
    const got = await all(way, [
      { url: 'http://127.0.0.1:1/' },
      { url: 'http://no-such-host.invalid/' },
    ]);
    expect(got).toMatchObject([
      { code: 'network_error', message: expect.stringContaining('127.0.0.1:1 refused') },
      { code: 'network_error', message: expect.stringContaining('no-such-host.invalid') },
    ]);
  });

  it('a request over TLS requires a valid certificate', async () => {
    const got = await all(way, [
      { method: 'POST', url: `https://localhost:${requests.secure.port}/`, hex: hex('secret') },
      { url: `https://127.0.0.1:${requests.secure.port}/bytes?n=1000000` },
      { url: `https://localhost:${new URL(requests.odd.url).port}/` },
    ]);
    expect(got).toMatchObject([
      { status: 200, hex: hex('secret') },
      { status: 200, size: 1_000_000 },
      {
        code: 'network_error',
        message: expect.stringContaining('No secure connection with localhost'),
      },
    ]);
  });

  it('a restricted meta-task reaches only its allowed hosts, even by redirects', async () => {
    const { port } = new URL(requests.odd.url);
    const identifier = await requester(requests.server, way, {
      network: 'restricted',
      allowed_hosts: [`127.0.0.1:${port}`],
    });
    const got = await ask(requests.server, identifier, [
      { url: `${requests.odd.url}/echo` },
      { url: `http://localhost:${port}/echo` },
      { url: `${requests.odd.url}/?n=302&to=http://localhost:${port}/echo` },
      { url: `${requests.odd.url}/?n=302&to=/echo` },
    ]);
    expect(got.map(({ status, code }) => status ?? code)).toEqual([
      200,
      'network_denied',
      'network_denied',
      200,
    ]);
    expect(got[2]?.message).toContain('allowed_hosts');
  });

  it('a request without a network is refused with the setting to change', async () => {
    const identifier = await requester(requests.server, way, {});
    const [got] = await ask(requests.server, identifier, [{ url: `${requests.odd.url}/echo` }]);
    expect(got).toMatchObject({
      code: 'network_denied',
      message: expect.stringContaining('network is "none"'),
    });
  });

  it('a script can make 120 requests at once', async () => {
    const asks = Array.from({ length: 120 }, (_, index) => ({
      url: `${requests.odd.url}/echo?${index}`,
    }));
    const got = await all(way, asks);
    expect(got.map((each) => echoed(each).url)).toEqual(asks.map((_, index) => `/echo?${index}`));
  });

  it('an open request ends when its run is cancelled', async () => {
    const asks = Array.from({ length: 5 }, () => ({
      url: `${requests.odd.url}/never`,
      timeout: 50,
    }));
    const id = await createTask(requests.server, requests.identifier(way), { asks });
    await until('the requests to arrive', async () => (await requests.odd.open()) === 5);
    await requests.server.call('POST', `${TASKS}/${id}/cancel`);
    expect(await taskWhen(requests.server, id)).toMatchObject({ status: 'cancelled' });
    await until('the connections to end', async () => (await requests.odd.open()) === 0);
  });
});
