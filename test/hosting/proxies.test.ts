/** Tests deploy/nginx.conf and deploy/Caddyfile with the real programs before a real server, with TLS. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { APPROVALS, asking, ASKS } from '../support/approvals.js';
import { PROJECT_EVENTS, readEvents } from '../support/events.js';
import { ROOT } from '../support/markdown.js';
import { NEVER_ENDS, NO_OP } from '../support/scripts.js';
import { createCaller } from '../support/server.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { createMetaTask, createTask, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';
import { freePort } from '../support/ports.js';

const FILES = '/external/v1/projects/default/files';
const MIB = 1024 * 1024;
const CERTIFICATE = join(ROOT, 'test/fixtures/tls/cert.pem');
const KEY = join(ROOT, 'test/fixtures/tls/key.pem');

interface Proxy {
  /** Returns a file of deploy/ adapted to this machine, with the configuration it must be part of. */
  configuration: (example: string, port: number, server: number, folder: string) => string;
  example: string;
  command: (file: string, folder: string) => [program: string, ...args: string[]];
}

const PROXIES: Record<string, Proxy> = {
  nginx: {
    example: 'deploy/nginx.conf',
    configuration: (example, port, server, folder) => {
      const own = replaced(example, {
        'listen 443 ssl;': `listen 127.0.0.1:${port} ssl;`,
        'listen [::]:443 ssl;': '',
        '/etc/letsencrypt/live/example.com/fullchain.pem': CERTIFICATE,
        '/etc/letsencrypt/live/example.com/privkey.pem': KEY,
        '127.0.0.1:8080': `127.0.0.1:${server}`,
      });
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      );
      return `pid ${folder}/pid; error_log stderr; daemon off; events {} http { access_log off; ${paths.join(' ')} ${own} }`;
    },
    command: (file, folder) => ['nginx', '-p', folder, '-c', file],
  },
  caddy: {
    example: 'deploy/Caddyfile',
    configuration: (example, port, server) => {
      const own = replaced(example, {
        'example.com {': `https://127.0.0.1:${port} {\n\ttls ${CERTIFICATE} ${KEY}`,
        '127.0.0.1:8080': `127.0.0.1:${server}`,
      });
      return `{\n\tadmin off\n\tauto_https disable_redirects\n\tgrace_period 1s\n}\n${own}`;
    },
    command: (file) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
  },
};

/** Replaces texts that must each occur exactly once outside comments. */
function replaced(text: string, by: Record<string, string>): string {
  let result = text.replaceAll(/^\s*#.*$/gm, '');
  for (const [from, to] of Object.entries(by)) {
    expect([from, result.split(from).length]).toEqual([from, 2]);
    result = result.replace(from, () => to);
  }
  return result;
}

describe.each(Object.entries(PROXIES))('behind %s', (_, proxy) => {
  const folder = mkdtempSync(join(tmpdir(), 'metarun-proxy-'));
  let server: ServerProcess;
  let running: ChildProcess;
  let output = '';
  /** Server with the address of the proxy, as clients reach it. */
  let outside: ServerProcess;
  let origin: string;

  beforeAll(async () => {
    const port = await freePort();
    origin = `https://127.0.0.1:${port}`;
    const url = `${origin}/metarun`;
    server = await startServerProcess({
      METARUN_PUBLIC_URL: url,
      METARUN_TRUSTED_PROXIES: 'loopback',
    });
    const file = join(folder, 'configuration');
    const example = readFileSync(join(ROOT, proxy.example), 'utf8');
    const inside = Number(new URL(server.url).port);
    writeFileSync(file, proxy.configuration(example, port, inside, folder));
    const [program, ...args] = proxy.command(file, folder);
    running = spawn(program, args, {
      env: { PATH: process.env['PATH'], HOME: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [running.stdout, running.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
    outside = {
      ...server,
      url,
      call: createCaller(() => url, server.adminToken, server.apiKey),
    };
    await until('the proxy answers', async () => {
      if (running.exitCode !== null) throw new Error(`the proxy has ended: ${output}`);
      return fetch(`${url}/health/live`).then(
        ({ ok }) => ok,
        () => false,
      );
    });
  });
  afterAll(async () => {
    const ended = once(running, 'exit');
    running.kill();
    await ended;
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('the OpenAPI document names the public URL, which redirects to its path with a slash', async () => {
    const document = await outside.call('GET', '/openapi.json', { token: null });
    expect(document.body).toMatchObject({ servers: [{ url: outside.url }] });
    const { status, headers } = await fetch(outside.url, { redirect: 'manual' });
    expect([status, new URL(headers.get('location') ?? '', origin).pathname]).toEqual([
      308,
      '/metarun/',
    ]);
    expect((await outside.call('GET', '/docs', { token: null })).status).toBe(200);
  });

  it('the links to further pages lead through the proxy', async () => {
    const noOp = await createMetaTask(outside, 'python', NO_OP.python);
    const ids = [await createTask(outside, noOp), await createTask(outside, noOp)];
    for (const id of ids) await taskWhen(outside, id);
    const page = await outside.call('GET', `${TASKS}?limit=1`);
    const next = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    const second = await fetch(new URL(next, origin), {
      headers: { Authorization: `Bearer ${server.apiKey}` },
    });
    expect(await second.json()).toMatchObject([{ id: ids[0] }]);
  });

  it('an event arrives through the proxy while its task is still running', async () => {
    const { url } = outside;
    const metaTask = await createMetaTask(outside, 'typescript', NEVER_ENDS.typescript);
    const id = await createTask(outside, metaTask);
    const { status, events } = await readEvents(
      outside,
      `${PROJECT_EVENTS}?task_id=${id}`,
      (read) => read.some(({ data }) => data.phase === 'Working'),
    );
    expect({ url, status, phases: events.map(({ data }) => data.phase) }).toMatchObject({
      status: 200,
      phases: expect.arrayContaining(['Working']),
    });
    expect((await outside.call('POST', `${TASKS}/${id}/cancel`)).status).toBeLessThan(300);
    await taskWhen(outside, id);
  });

  it('a file of 24 MB goes up and down through the proxy intact', async () => {
    const bytes = randomBytes(24 * MIB);
    const form = new FormData();
    form.append('file', new Blob([bytes]), 'large.bin');
    const headers = { Authorization: `Bearer ${server.apiKey}` };
    const sent = await fetch(`${outside.url}${FILES}/upload`, {
      method: 'POST',
      headers,
      body: form,
    });
    expect([sent.status, sent.ok ? '' : await sent.text()]).toEqual([201, '']);
    const got = await fetch(`${outside.url}${FILES}/raw?path=/large.bin`, { headers });
    const hash = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');
    expect(hash(new Uint8Array(await got.arrayBuffer()))).toBe(hash(bytes));
  });

  it('the link of an approval opens its page through the proxy, and the form decides', async () => {
    const { id, approval } = await asking(outside, 'typescript', ASKS.typescript('"Go on?"'));
    const { body: link } = await outside.call<{ url: string }>(
      'POST',
      `${APPROVALS}/${approval.id}/links`,
      { body: { name: 'Ada' } },
    );
    expect(link.url.startsWith(`${outside.url}/approve/`)).toBe(true);
    const page = await (await fetch(link.url)).text();
    const action = /<form[^>]*action="([^"]*)"/.exec(page)?.[1] ?? '';
    const fields = new FormData();
    for (const [, name = '', value = ''] of page.matchAll(
      /<input type="hidden" name="([^"]+)" value="([^"]*)"/g,
    ))
      fields.append(name, value);
    fields.append('decision', 'approve');
    const decided = await fetch(new URL(action, link.url), { method: 'POST', body: fields });
    expect([decided.status, new URL(decided.url).pathname.startsWith('/metarun/')]).toEqual([
      200,
      true,
    ]);
    expect(await taskWhen(outside, id)).toMatchObject({ status: 'success' });
  });

  it('the server behind the proxy sees the address of a client, which cannot be forged', async () => {
    await outside.call('GET', TASKS, {
      token: 'wrong',
      headers: { 'X-Forwarded-For': '203.0.113.7', 'X-Request-Id': 'made-up' },
    });
    await until('the refused request is logged', () =>
      server.output.stderr.includes('"status":401'),
    );
    expect(server.output.stderr).toContain('"address":"127.0.0.1"');
    expect(server.output.stderr).not.toContain('203.0.113.7');
  });

  it('the figures of the installation are not readable through the proxy under any spelling', async () => {
    const spelt = (name: string): string[] => [
      name,
      name.toUpperCase(),
      `${name}/`,
      `/${name}`,
      `x/../${name}`,
      `${name}?lane=agent`,
      `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`,
    ];
    for (const name of ['metrics', 'scale']) {
      for (const path of spelt(name)) {
        const answer = await fetch(`${outside.url}/${path}`);
        expect([path, answer.status]).toEqual([path, 404]);
      }
      expect((await fetch(`${server.url}/${name}`)).status).toBe(200);
    }
  });
});
