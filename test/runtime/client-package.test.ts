import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const run = promisify(execFile);

const PROGRAM = `
import { ApiError, MetarunClient, type TaskDetail, type TaskEvent } from 'metarun/client';

const client = new MetarunClient({ url: 'http://127.0.0.1:1', token: 'mrt_x' });
export const ended: Promise<TaskDetail> = client.tasks.waitFor('x', { timeoutSeconds: 1 });
export async function texts(id: string): Promise<string[]> {
  const found: string[] = [];
  for await (const event of client.tasks.events(id)) if (event.type === 'log') found.push(event.data.text);
  return found;
}
export async function hooks(): Promise<string | undefined> {
  const params = { path: { project_id: 'default' } };
  const { data, error } = await client.api.GET('/projects/{project_id}/webhooks', { params });
  return data?.[0]?.url ?? error?.code;
}
export const last = (event: TaskEvent): number => event.id;
export const code = (error: unknown): string | null => (error instanceof ApiError ? error.code : null);
// @ts-expect-error There is no such field.
await client.tasks.create({ task_type_identifier: 'x', colour: 'red' });
`;

/** The module in a realm with nothing of Node. */
const IN_A_BROWSER = `
import { readFileSync } from 'node:fs';
import { createContext, SourceTextModule } from 'node:vm';

const { fetch, Request, Response, Headers, FormData, Blob, URL, URLSearchParams, TextDecoder } = globalThis;
const { AbortController, AbortSignal, crypto, setTimeout, clearTimeout } = globalThis;
const context = createContext({
  fetch, Request, Response, Headers, FormData, Blob, URL, URLSearchParams, TextDecoder,
  AbortController, AbortSignal, crypto, setTimeout, clearTimeout,
});
context.globalThis = context;
const text = readFileSync(new URL(import.meta.resolve('metarun/client')), 'utf8');
const module = new SourceTextModule(text, { context });
await module.link((name) => { throw new Error('it imports ' + name); });
await module.evaluate();
const client = new module.namespace.MetarunClient({ url: 'http://127.0.0.1:2', token: 'mrt_x' });
await client.me().catch((error) => console.log(error.message));
`;

/** A project that has the built client and no other package. */
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'metarun-consumer-'));
  const installed = join(folder, 'node_modules', 'metarun');
  await mkdir(join(installed, 'dist'), { recursive: true });
  await cp('package.json', join(installed, 'package.json'));
  await cp('dist/clients', join(installed, 'dist/clients'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('metarun/client', () => {
  it.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('has its types with it: module %s, resolution %s', async (module, moduleResolution) => {
    const options = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.asynciterable'],
      types: [],
      module,
      moduleResolution,
    };
    writeFileSync(join(folder, 'program.ts'), PROGRAM);
    const config = { compilerOptions: options, files: ['program.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder]);
    await expect(tsc).resolves.toMatchObject({ stdout: '' });
  });

  it('is one module, which needs no other and what browsers have alone', async () => {
    writeFileSync(join(folder, 'program.mjs'), IN_A_BROWSER);
    const args = ['--experimental-vm-modules', '--no-warnings', join(folder, 'program.mjs')];
    const { stdout } = await run(process.execPath, args);
    expect(stdout).toBe('http://127.0.0.1:2 does not answer: connect ECONNREFUSED 127.0.0.1:2\n');
  });
});
