/** The network of TypeScript on Node: Node's own modules, over connections that the host makes. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Egress } from '../../src/sandbox/egress/egress.js';
import { EgressGuard } from '../../src/sandbox/egress/egress-guard.js';
import { LookupError } from '../../src/sandbox/egress/host-resolver.js';
import type { RunOutcome } from '../../src/sandbox/runtime/runtime.js';
import type { TypeScriptRuntime } from '../../src/sandbox/runtime/typescript/typescript.runtime.js';
import { EgressFolder } from '../../src/sandbox/runtime/sandbox/egress-folder.js';
import { RecordingHost } from '../support/recording-host.js';
import { makeTypeScriptRuntime } from '../support/runtimes.js';
import { sandbox } from '../support/sandbox.js';
import { body, runSpec } from '../support/typescript-runs.js';
import { startWebServer, type WebServer } from '../support/web-server.js';

const BEFORE = `import http from 'node:http'; import https from 'node:https'; import net from 'node:net'; import dns from 'node:dns'; import tls from 'node:tls'; import { promisify } from 'node:util';
const text = (url: string, module: any, options: object = {}): Promise<string> => new Promise((resolve, reject) => {
  module.get(url, options, (response: any) => {
    let all = '';
    response.on('data', (chunk: any) => (all += chunk));
    response.on('end', () => resolve(all));
  }).on('error', reject);
});
`;

let web: WebServer;
let secure: WebServer;
let folder: EgressFolder;
let egress: Egress;
let runtime: TypeScriptRuntime;

beforeAll(async () => {
  [web, secure] = await Promise.all([startWebServer(), startWebServer(true)]);
  folder = EgressFolder.make(sandbox);
  const guard = new EgressGuard({
    widest: 'open',
    ranges: ['127.0.0.1/32'],
    lookup: async (name) => {
      if (name === 'web.example') return ['127.0.0.1'];
      throw new LookupError(`queryA ENOTFOUND ${name}`);
    },
  });
  egress = new Egress(guard, folder, 1_000_000);
  await egress.listen();
  runtime = makeTypeScriptRuntime(() => undefined, folder.path);
});
afterAll(async () => {
  await runtime.close();
  await egress.close();
  await folder.remove();
  await Promise.all([web.close(), secure.close()]);
});

async function run(
  code: string,
  policy: 'open' | 'none' = 'open',
  host = new RecordingHost(),
): Promise<RunOutcome> {
  const checked = await runtime.check(BEFORE + body(code), 'p', { engine: 'node' });
  if (!checked.ok) throw new Error(checked.diagnostics[0].message);
  const session = egress.open({ policy, hosts: [] });
  const spec = runSpec(checked.program, {
    engine: 'node',
    params: {
      port: web.port,
      url: `http://web.example:${web.port}`,
      securePort: secure.port,
      secure: `https://web.example:${secure.port}`,
    },
  });
  const given = { ...spec, network: session?.access ?? null };
  return runtime.start(given, host).outcome.finally(() => session?.close());
}

describe('on Node', () => {
  it('a run on Node reaches permitted hosts by fetch, http and sockets', async () => {
    const outcome = await run(`
const fetched = await (await fetch(params.url + '/echo')).text();
const got = await text(params.url + '/echo', http);
const raw = await new Promise((resolve, reject) => {
  const socket = net.connect(params.port, 'web.example', () => socket.write('GET /echo HTTP/1.0\\r\\n\\r\\n'));
  let all = '';
  socket.on('data', (chunk) => (all += chunk)).on('end', () => resolve(all)).on('error', reject);
});
const { address } = await dns.promises.lookup('web.example');
const byAddress = await (await fetch('http://' + address + ':' + params.port + '/echo')).status;
const promised = await promisify(dns.lookup)('web.example');
return [fetched === got, String(raw).split('\\r\\n')[0], byAddress, [promised.address === address, promised.family]];`);
    expect(outcome).toEqual({
      kind: 'success',
      result: [true, 'HTTP/1.1 200 OK', 200, [true, 4]],
    });
  });

  it('a run on Node speaks TLS over connections of the host', async () => {
    const outcome = await run(`
const options = { rejectUnauthorized: false };
const over = (socket: any) => new Promise((resolve, reject) =>
  socket.once('data', (chunk: any) => resolve(String(chunk).split('\\r\\n')[0])).on('error', reject).write('GET / HTTP/1.0\\r\\n\\r\\n'));
return [
  (await text(params.secure + '/bytes?n=20000', https, options)).length,
  await over(tls.connect({ host: 'web.example', port: params.securePort, ...options })),
];`);
    expect(outcome).toEqual({ kind: 'success', result: [20_000, 'HTTP/1.1 200 OK'] });
  });

  it.each([
    ['none', 'EACCES', /This meta-task has no network/],
    ['open', 'ENOTFOUND', /no-such\.example/],
  ] as const)(
    'a failed connection states its reason with the network %s',
    async (policy, code, message) => {
      const outcome = await run(
        `const failed = (work: Promise<any>) => work.then(() => null, (error) => {
  const { code, message } = error.cause ?? error;
  return [code, message];
});
const host = ${policy === 'none' ? "'web.example'" : "'no-such.example'"};
return Promise.all([
  failed(fetch('http://' + host + ':' + params.port)),
  failed(text('http://' + host + ':' + params.port, http)),
  failed(text('https://' + host + ':' + params.port, https)),
]);`,
        policy,
      );
      expect(outcome).toMatchObject({ kind: 'success' });
      const shown = [code, expect.stringMatching(message)];
      expect(outcome).toHaveProperty('result', [shown, shown, shown]);
    },
  );
});

describe('what is under way when a run on Node returns', () => {
  async function collectWarnings(code: string): Promise<string[]> {
    const host = new RecordingHost();
    expect(await run(code, 'open', host)).toMatchObject({ kind: 'success' });
    return host.logged('warning');
  }

  it.each([
    ['fetch', `fetch(params.url + '/never');`],
    ['a module of Node', `http.get(params.url + '/never');`],
  ])('a request by %s without a response is named', async (_way, code) => {
    expect(
      await collectWarnings(`${code} await new Promise((done) => setTimeout(done, 50));`),
    ).toEqual([
      `The run returned while something was still under way, and cut it off: a request (GET http://web.example${_way === 'fetch' ? `:${web.port}` : ''}). Await what has to be done.`,
    ]);
  });

  it.each([
    ['a connection that is kept for later', `await (await fetch(params.url + '/echo')).text();`],
    ['a body that nothing reads', `await fetch(params.url + '/echo');`],
    [
      'a request that was aborted',
      `await fetch(params.url + '/never', { signal: AbortSignal.timeout(50) }).catch(() => null);`,
    ],
    ['a request that failed', `await fetch('http://127.0.0.9:1/').catch(() => null);`],
    ['an answer of a module of Node', `await text(params.url + '/echo', http);`],
    [
      'a connection that is open',
      `await new Promise((done) => net.connect(params.port, 'web.example', () => done(null)));`,
    ],
  ])('%s is nothing that is cut off', async (_what, code) => {
    expect(await collectWarnings(code)).toEqual([]);
  });
});
