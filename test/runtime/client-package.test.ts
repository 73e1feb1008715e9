import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TSC } from '../support/compiler.js';

const run = promisify(execFile);

/** Names under which programs import the package. */
const NAMES = ['@metarun/client', 'metarun/client'];

const program = (name: string): string => `
import { ApiError, MetarunClient, type TaskDetail, type TaskEvent } from '${name}';

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

/** Code that loads the module into a realm without Node's globals. */
const inABrowser = (name: string): string => `
import { readFileSync } from 'node:fs';
import { createContext, SourceTextModule } from 'node:vm';

const { fetch, Request, Response, Headers, FormData, Blob, URL, URLSearchParams, TextDecoder } = globalThis;
const { AbortController, AbortSignal, crypto, setTimeout, clearTimeout } = globalThis;
const context = createContext({
  fetch, Request, Response, Headers, FormData, Blob, URL, URLSearchParams, TextDecoder,
  AbortController, AbortSignal, crypto, setTimeout, clearTimeout,
});
context.globalThis = context;
const text = readFileSync(new URL(import.meta.resolve('${name}')), 'utf8');
const module = new SourceTextModule(text, { context });
await module.link((name) => { throw new Error('it imports ' + name); });
await module.evaluate();
const client = new module.namespace.MetarunClient({ url: 'http://127.0.0.1:2', token: 'mrt_x' });
await client.me().catch((error) => console.log(error.message));
`;

/** A project that first contains only the client package as npm installs it, later only the copy in the product. */
let folder: string;
let installed: string[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'metarun-consumer-'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  // Remove the variables of `npm run`, and use an empty cache.
  const known = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
  const env = { ...Object.fromEntries(known), npm_config_cache: join(folder, 'cache') };
  const options = { cwd: 'packages/client', env };
  const packed = await run('npm', ['pack', '--silent', '--pack-destination', folder], options);
  const tarball = packed.stdout.trim();
  await run('npm', ['install', '--offline', '--silent', `./${tarball}`], { cwd: folder, env });
  installed = globSync('{*,@*/*}/package.json', { cwd: join(folder, 'node_modules') });
  const product = join(folder, 'node_modules', 'metarun');
  await mkdir(join(product, 'dist'), { recursive: true });
  await cp('package.json', join(product, 'package.json'));
  await cp('dist/clients', join(product, 'dist/clients'), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the distinct programs named node on PATH. */
function nodes(): string[] {
  const places = (process.env['PATH'] ?? '').split(delimiter).map((place) => join(place, 'node'));
  const found = places.filter((file) => existsSync(file)).map((file) => realpathSync(file));
  return [...new Set([process.execPath, ...found])];
}

describe('@metarun/client', () => {
  it('@metarun/client installs without a registry and without any other package', () => {
    expect(installed).toEqual(['@metarun/client/package.json']);
    const files = globSync('**', { cwd: join(folder, 'node_modules/@metarun/client') });
    const needed = ['LICENSE', 'README.md', 'dist/index.js', 'dist/THIRD_PARTY_LICENSES.txt'];
    expect(files).toEqual(expect.arrayContaining(needed));
    expect(files.filter((file) => /\.map$|\.spec\.|^src|\.node$/.test(file))).toEqual([]);
  });

  it('every Node on the PATH imports @metarun/client', async () => {
    const text = `import { MetarunClient } from '@metarun/client';
console.log(new MetarunClient({ url: 'http://127.0.0.1:2', token: 'x' }).url);`;
    writeFileSync(join(folder, 'imports.mjs'), text);
    for (const node of nodes()) {
      const { stdout } = await run(node, [join(folder, 'imports.mjs')]);
      expect([node, stdout]).toEqual([node, 'http://127.0.0.1:2\n']);
    }
  });
});

describe.each(NAMES)('%s', (name) => {
  it.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])(
    'the package carries its types for module %s with resolution %s',
    async (module, moduleResolution) => {
      const options = {
        strict: true,
        noEmit: true,
        target: 'es2022',
        lib: ['es2022', 'dom', 'dom.asynciterable'],
        types: [],
        module,
        moduleResolution,
      };
      writeFileSync(join(folder, 'program.ts'), program(name));
      const config = { compilerOptions: options, files: ['program.ts'] };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
      const tsc = run(process.execPath, [TSC, '-p', folder]);
      await expect(tsc).resolves.toMatchObject({ stdout: '' });
    },
  );

  it('the package is a single module that needs only browser APIs', async () => {
    writeFileSync(join(folder, 'program.mjs'), inABrowser(name));
    const args = ['--experimental-vm-modules', '--no-warnings', join(folder, 'program.mjs')];
    const { stdout } = await run(process.execPath, args);
    expect(stdout).toBe('http://127.0.0.1:2 does not answer: connect ECONNREFUSED 127.0.0.1:2\n');
  });
});
