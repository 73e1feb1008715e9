// Packs the published packages into a folder: `npm run pack -- <folder>`. These are `metarun` and `@metarun/cli`, which
// has the same files but fewer dependencies, with a bill of materials. See docs/decisions/0005-packages.md.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: npm run pack -- <folder>');
  process.exit(2);
}
const out = resolve(folder);
mkdirSync(out, { recursive: true });
// This takes a second for the whole dashboard, so a build omits it.
const assets = join(root, 'dist/web/assets');
for (const name of globSync('*.{js,css}', { cwd: assets })) {
  const file = join(assets, name);
  writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
}
const work = mkdtempSync(join(tmpdir(), 'pack-'));
try {
  const files = join(work, 'package');
  const full = pack(root);
  copyFileSync(join(root, 'dist/sbom.cdx.json'), join(out, full.replace(/\.tgz$/, '.cdx.json')));
  execFileSync('tar', ['-xzf', join(out, full), '-C', work]);
  const manifest = JSON.parse(readFileSync(join(files, 'package.json'), 'utf8'));
  writeFileSync(join(files, 'package.json'), `${JSON.stringify(thin(manifest), null, 2)}\n`);
  // The package does not include Node, so it does not verify one.
  rmSync(join(files, 'bin/node.sha256'));
  // Files for operators and for developers of metarun.
  for (const name of ['deploy', 'docs/decisions', 'docs/pictures'])
    rmSync(join(files, name), { recursive: true });
  console.log(`${full}\n${pack(files)}`);
} finally {
  rmSync(work, { recursive: true });
}

/** Packs a folder. Returns the name of the archive. */
function pack(from) {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', out];
  const [{ filename }] = JSON.parse(execFileSync('npm', args, { cwd: from, encoding: 'utf8' }));
  return filename;
}

/** Returns the manifest of `@metarun/cli`, without Node and without the engines that convert documents. */
function thin({ name, version, license, type, bin, exports, dependencies, optionalDependencies }) {
  const programs = Object.entries(optionalDependencies).filter(([each]) =>
    each.startsWith('@esbuild/'),
  );
  return {
    name: `@${name}/cli`,
    version,
    description: 'Command line of metarun for authors of scripts, without what only a server needs',
    license,
    type,
    engines: { node: '24 || 26' },
    bin,
    exports,
    dependencies: { typescript: dependencies.typescript },
    optionalDependencies: Object.fromEntries(programs),
  };
}
