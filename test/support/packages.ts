import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { create } from 'tar';
import { buildZip } from './documents/zip.js';

/** A package for tests: a wheel with `files`, or a source distribution. */
export interface TestPackage {
  name: string;
  version: string;
  /** Text by path. */
  files?: Record<string, string>;
  requires?: readonly string[];
  extras?: Record<string, readonly string[]>;
  source?: true;
}

/** A package index on disk. */
export interface TestIndex {
  /** A file:// URL. */
  readonly url: string;
  readonly folder: string;
  /** Adds packages, replacing those of the same name and version. */
  add(...packages: readonly TestPackage[]): void;
  remove(): void;
}

export function makeIndex(...packages: readonly TestPackage[]): TestIndex {
  const folder = mkdtempSync(join(tmpdir(), 'metarun-index-'));
  // If the server runs as root, its sandboxed installers run as the user 'nobody'.
  chmodSync(folder, 0o755);
  const index: TestIndex = {
    url: pathToFileURL(folder).href,
    folder,
    add: (...more) => {
      for (const one of more) addTo(folder, one);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  index.add(...packages);
  return index;
}

/** Adds a package to a simple index (PEP 503) and rewrites its page. */
function addTo(folder: string, made: TestPackage): void {
  const { name, version, source } = made;
  const at = join(folder, name);
  mkdirSync(at, { recursive: true });
  if (source) writeSource(at, `${name}-${version}`, join(folder, 'HAS-RUN'));
  else
    writeFileSync(
      join(at, `${name.replaceAll('-', '_')}-${version}-py3-none-any.whl`),
      buildWheel(made),
    );
  const links = readdirSync(at)
    .filter((file) => file !== 'index.html')
    .map((file) => {
      const hash = createHash('sha256')
        .update(readFileSync(join(at, file)))
        .digest('hex');
      return `<a href="${file}#sha256=${hash}">${file}</a>`;
    });
  writeFileSync(join(at, 'index.html'), `<!DOCTYPE html>\n${links.join('\n')}`);
}

function buildWheel({
  name,
  version,
  files = {},
  requires = [],
  extras = {},
}: TestPackage): Buffer {
  const info = `${name.replaceAll('-', '_')}-${version}.dist-info`;
  const metadata = [
    `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}`,
    ...requires.map((one) => `Requires-Dist: ${one}`),
    ...Object.entries(extras).flatMap(([extra, needed]) => [
      `Provides-Extra: ${extra}`,
      ...needed.map((one) => `Requires-Dist: ${one}; extra == "${extra}"`),
    ]),
  ];
  const all: Record<string, string> = {
    ...files,
    [`${info}/METADATA`]: `${metadata.join('\n')}\n`,
    [`${info}/WHEEL`]:
      'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
  };
  const record = Object.entries(all).map(([path, text]) => {
    const hash = createHash('sha256').update(text).digest('base64url');
    return `${path},sha256=${hash},${Buffer.byteLength(text)}\n`;
  });
  return buildZip({ ...all, [`${info}/RECORD`]: `${record.join('')}${info}/RECORD,,\n` });
}

/** Writes a source distribution whose setup.py creates the file `mark` if it is ever run. */
function writeSource(at: string, stem: string, mark: string): void {
  const setup = `open(${JSON.stringify(mark)}, 'w')\nfrom setuptools import setup\nsetup()\n`;
  mkdirSync(join(at, stem));
  writeFileSync(join(at, stem, 'setup.py'), setup);
  create({ cwd: at, gzip: true, sync: true, file: join(at, `${stem}.tar.gz`) }, [stem]);
  rmSync(join(at, stem), { recursive: true });
}

/** Returns a package with one module that contains its version. */
export function module(name: string, version: string, requires: string[] = []): TestPackage {
  return { name, version, files: { [`${name}.py`]: `version = "${version}"\n` }, requires };
}

/** Returns a script with these dependencies. */
export function scriptWith(dependencies: readonly string[], code: string): string {
  const lines = dependencies.map((one) => `#   ${JSON.stringify(one)},\n`).join('');
  return `# /// script\n# dependencies = [\n${lines}# ]\n# ///\n${code}\n`;
}
