// Builds the guest code: dist/runtimes/ is what the server starts. Run by `npm run build`.
import { cp, mkdir, rm } from 'node:fs/promises';
import { build } from 'esbuild';

const root = new URL('..', import.meta.url).pathname;
const out = `${root}dist/runtimes`;
await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
for (const folder of ['python', 'sandbox'])
  await cp(`${root}runtimes/${folder}`, `${out}/${folder}`, {
    recursive: true,
    filter: (path) => !path.includes('__pycache__'),
  });
await cp(`${root}runtimes/typescript/types`, `${out}/typescript/types`, { recursive: true });
const shared = { bundle: true, target: 'node24', logLevel: 'warning', legalComments: 'none' };
await build({
  ...shared,
  platform: 'node',
  format: 'esm',
  entryPoints: [`${root}runtimes/typescript/runner.ts`, `${root}runtimes/typescript/checker.ts`],
  external: ['isolated-vm', 'esbuild', '@babel/parser'],
  outdir: `${out}/typescript`,
  outExtension: { '.js': '.mjs' },
});
await build({
  ...shared,
  platform: 'neutral',
  format: 'iife',
  entryPoints: [`${root}runtimes/typescript/bootstrap.ts`],
  outfile: `${out}/typescript/bootstrap.js`,
});
