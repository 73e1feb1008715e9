import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCli } from '../support/cli.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';

let server: TestServer;
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  server = await sharedServer();
  folder = mkdtempSync(join(tmpdir(), 'metarun-agents-'));
  env = { METARUN_URL: server.url, METARUN_TOKEN: server.adminToken, XDG_CONFIG_HOME: folder };
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const here = (...args: string[]) => runCli(['agents', ...args], { env, cwd: folder });

/** Runs a command that must succeed and returns its output for people. */
async function done(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await here(...args);
  if (code !== 0) throw new Error(`${args.join(' ')}: ${code} ${stderr}`);
  return stdout;
}

/** Runs a command with `--json` and returns its document. */
async function document(...args: string[]): Promise<Record<string, unknown>> {
  return JSON.parse(await done(...args, '--json')) as Record<string, unknown>;
}

describe('metarun agents', () => {
  it('agents are created from a file, shown, changed, rolled back, archived and restored', async () => {
    const fields = 'name: Desk\ninstructions: |\n  Be kind.\ntools: [files.read]\n';
    writeFileSync(join(folder, 'desk.yaml'), fields);
    expect(await done('create', 'desk.yaml')).toBe('✓ desk is made\n');
    expect(await done('show', 'desk')).toMatch(/tools +files\.read\n/);
    expect(await done('show', 'desk', '--instructions')).toBe('Be kind.\n');
    const shown = await document('show', 'desk');
    writeFileSync(join(folder, 'desk.json'), JSON.stringify({ ...shown, model: null, tools: [] }));
    expect(await done('change', 'desk', 'desk.json')).toContain('desk is version 2 now');
    expect(await done('versions', 'desk')).toMatch(/2 \(current\)/);
    expect(await document('show', 'desk', '--version', '1')).toMatchObject({
      tools: ['files.read'],
    });
    expect(await done('rollback', 'desk', '1')).toContain('desk is version 1 now');
    await done('archive', 'desk', '--yes');
    expect(await done('list', '--archived')).toMatch(/^desk /m);
    await done('restore', 'desk');
    expect(await document('list')).toMatchObject({ agents: [{ identifier: 'desk' }] });
  });

  it('an agent that the server refuses is reported with its place in the file', async () => {
    writeFileSync(join(folder, 'bad.yaml'), 'name: Bad\ntools: [sleep, files.raed]\n');
    const { code, stderr } = await here('create', 'bad.yaml');
    expect([code, stderr]).toEqual([1, expect.stringContaining('did you mean "files.read"?')]);
    expect(stderr).toContain('bad.yaml:2:16');
  });

  it('archiving an agent without a terminal needs --yes', async () => {
    const { code, stderr } = await here('archive', 'desk');
    expect([code, stderr]).toEqual([2, expect.stringContaining('--yes')]);
  });
});
