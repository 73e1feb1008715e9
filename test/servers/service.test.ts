import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readCommand, listDescendants } from '../support/processes.js';
import { sandbox } from '../support/sandbox.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { createMetaTask, runScript } from '../support/tasks.js';
import { until } from '../support/until.js';

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess();
});
afterAll(() => server.stop());

/** Parts of the command lines of warm processes by language. */
const WARM = { python: '/python/main.py', typescript: '/typescript/runner.mjs' };

function warmLanguages(): string {
  const commands = listDescendants(server.pid).map(({ pid }) => readCommand(pid));
  return Object.entries(WARM)
    .filter(([, program]) => commands.some((command) => command.includes(program)))
    .map(([language]) => language)
    .join();
}

describe('warm processes', () => {
  it('warm processes exist for each language that has a script, from its first check on', async () => {
    // Without a sandbox, no language has been tested yet, so the start tests each of them.
    if (!sandbox.contained) return expect(warmLanguages()).toBe('python,typescript');
    expect(warmLanguages()).toBe('');
    await createMetaTask(server, 'typescript', 'export const run = () => 1;');
    await until('a runner to start', () => warmLanguages() === 'typescript');
    await server.restart();
    expect(warmLanguages()).toBe('typescript');
    await createMetaTask(server, 'python', 'def run(params, reporter): return 1');
    await until('the fork server to start', () => warmLanguages() === 'python,typescript');
    await server.restart();
    expect(warmLanguages()).toBe('python,typescript');
  });
});

describe('the processes of scripts', () => {
  it('the processes of scripts have short command lines that name their program', async () => {
    await runScript(server, 'typescript', 'export const run = () => 1;');
    await runScript(server, 'python', 'def run(params, reporter): return 1');
    const lines = (): string[] =>
      listDescendants(server.pid).map(({ pid }) => readCommand(pid).replaceAll('\0', ' ').trim());
    // A shell that sets limits is replaced by the sandbox within moments.
    await until('command lines that are short', () => lines().every(({ length }) => length < 400));
    for (const program of Object.values(WARM))
      expect(lines().filter((line) => line.includes(program)).length).toBeGreaterThan(0);
    expect(lines().join('\n')).not.toMatch(/[0-9a-f]{64}/);
  });
});

describe('the service endpoints', () => {
  it('the health endpoints report whether the server lives and is ready', async () => {
    const live = await server.call('GET', '/health/live', { token: null });
    expect([live.status, live.body]).toEqual([200, { status: 'ok' }]);
    const stranger = await server.call('GET', '/health/ready', { token: null });
    expect([stranger.status, stranger.body]).toEqual([200, { status: 'ok' }]);
    const wrong = `mrk_${'x'.repeat(43)}`;
    expect((await server.call('GET', '/health/ready', { token: wrong })).status).toBe(401);
    const byKey = await server.call('GET', '/health/ready', { token: server.apiKey });
    expect(byKey.body).toHaveProperty('details');
    const ready = await server.call('GET', '/health/ready');
    expect(ready.status).toBe(200);
    const { status, details } = ready.body as {
      status: string;
      details: Record<string, { status: string }>;
    };
    expect(status).toBe('ok');
    expect(Object.keys(details).sort()).toEqual([
      'bus',
      'conversion',
      'database',
      'queue',
      'sandbox',
      'storage',
    ]);
    expect(Object.values(details).every((part) => part.status === 'up')).toBe(true);
    expect(details['sandbox']).toMatchObject({
      contains: expect.any(String),
      kind: sandbox.report.kind,
      level: sandbox.report.level,
    });
    expect(server.output.stdout).toContain(`sandbox   level ${sandbox.report.level} of 3`);
  });

  it('the metrics have no label that a client chooses, except the name of a meta-task', async () => {
    await runScript(server, 'typescript', 'export const run = () => 1;', {
      metaTask: { name: 'Echo' },
    });
    await server.call('GET', '/nothing/at/all?secret=1', {
      headers: { 'user-agent': 'peculiar-agent' },
    });
    const { text, headers } = await server.call('GET', '/metrics', { token: null });
    expect(headers.get('content-type')).toContain('text/plain');
    for (const name of [
      'metarun_http_request_duration_seconds_bucket',
      'metarun_tasks_finished_total',
      'metarun_task_run_duration_seconds_bucket',
      'metarun_task_wait_duration_seconds_bucket',
      'metarun_tasks_running',
      'metarun_projects_waiting',
      'metarun_converter_processes',
      'metarun_conversions_waiting',
    ])
      expect(text).toMatch(new RegExp(`^${name}[{ ]`, 'm'));
    expect(text).not.toMatch(/peculiar|nothing|secret|BREW/i);
    const labels = new Set(
      [...text.matchAll(/^metarun_\w+\{([^}]*)\}/gm)].flatMap(([, all]) =>
        [...(all ?? '').matchAll(/(\w+)=/g)].map(([, name]) => String(name)),
      ),
    );
    const known = 'error_code job lane le meta_task method pool project state status version'.split(
      ' ',
    );
    expect([...labels].sort()).toEqual(known);
  });

  it('the page of the interface loads nothing from another site', async () => {
    const page = await server.call('GET', '/docs', { token: null });
    expect(page.status).toBe(200);
    const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '');
    expect(loaded.length).toBeGreaterThan(2);
    for (const url of loaded.filter((one) => !one.startsWith('#'))) {
      expect(url).toMatch(/^\.?\/[^/]/);
      const file = await server.call('GET', new URL(url, 'http://x/docs').pathname, {
        token: null,
      });
      expect([url, file.status]).toEqual([url, 200]);
    }
    expect(page.text).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>[^<]/);
    const start = await server.call('GET', '/docs/swagger-ui-init.js', { token: null });
    expect(start.text).toContain('"validatorUrl": null');
  });
});
