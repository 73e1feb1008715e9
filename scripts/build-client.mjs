// Builds dist/clients/typescript/: `metarun/client`, one module that needs no other, for Node 20 and later and for
// browsers, and its types. Of what the compiler has made; see build.mjs.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import ts from 'typescript';

const root = new URL('..', import.meta.url).pathname;
const source = `${root}src/client`;
const out = `${root}dist/clients/typescript`;

/** Packages whose types are seen in ours: their copies stand beside them. */
const TYPES = {
  'openapi-fetch': 'openapi-fetch/dist/index.d.mts',
  'openapi-typescript-helpers': 'openapi-typescript-helpers/dist/index.d.mts',
};

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
/** Tells what was bundled. */
export const { metafile } = await build({
  bundle: true,
  platform: 'neutral',
  format: 'esm',
  target: 'es2022',
  mainFields: ['module', 'main'],
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  absWorkingDir: root,
  entryPoints: { index: 'dist/client/index.js' },
  outdir: out,
});
for (const name of await readdir(source))
  if (name.endsWith('.ts') && !name.endsWith('.spec.ts'))
    await writeTypes(name.replace(/\.ts$/, ''), await typesOf(name));
for (const [name, file] of Object.entries(TYPES))
  await writeTypes(name, await readFile(`${root}node_modules/${file}`, 'utf8'));

/** As the compiler emits them; what it would have to infer from another file is an error. */
async function typesOf(name) {
  const text = await readFile(`${source}/${name}`, 'utf8');
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(text, {
    compilerOptions: { strict: true, isolatedDeclarations: true, verbatimModuleSyntax: true },
    reportDiagnostics: true,
  });
  const [fault] = diagnostics;
  if (fault !== undefined) {
    const line = text.slice(0, fault.start).split('\n').length;
    const why = ts.flattenDiagnosticMessageText(fault.messageText, '\n');
    throw new Error(`src/client/${name}:${line}: ${why}`);
  }
  return outputText;
}

async function writeTypes(name, text) {
  const local = text.replaceAll(
    /(from|import\() ?(['"])([\w-]+)\2/g,
    (whole, word, quote, module) =>
      module in TYPES ? `${word} ${quote}./${module}.js${quote}` : whole,
  );
  await writeFile(`${out}/${name}.d.ts`, local);
}
