/** Packages made for tests, and runtimes that install them into temporary folders. */
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  PackageOptions,
  PythonRuntime,
} from '../../src/sandbox/runtime/python/python.runtime.js';
import type { Program, RunOutcome } from '../../src/sandbox/runtime/runtime.js';
import {
  makeIndex,
  module,
  scriptWith,
  type TestIndex,
  type TestPackage,
} from '../support/packages.js';
import { RecordingHost } from '../support/recording-host.js';
import { makePythonRuntime } from '../support/runtimes.js';
import { NOOP, buildRunSpec } from './python-harness.js';

export const MIB = 1024 * 1024;
/** A lock whose package is not in any index. */
export const ANY_LOCK = `leaf==1.0 --hash=sha256:${'0'.repeat(64)}\n`;
export const IMPORT = 'def run(params, reporter):\n    import thing\n    return thing.version\n';

const SHADOWED = ['json', 'metarun', 'metarun_guest', 'colorsys', 'site', 'encodings'];

const PACKAGES: readonly TestPackage[] = [
  module('leaf', '1.0'),
  module('leaf', '2.0'),
  module('thing', '1.0', ['leaf<2']),
  module('thing', '2.0', ['leaf>=2']),
  module('stubborn', '1.0', ['leaf<1.5', 'thing==2.0']),
  { name: 'only-source', version: '1.0', source: true },
  { ...module('opt', '1.0'), extras: { more: ['legacy==1.0'] } },
  {
    name: 'thief',
    version: '1.0',
    files: Object.fromEntries(
      SHADOWED.map((name) => [`${name}/__init__.py`, 'raise RuntimeError("shadowed")\n']),
    ),
  },
  { name: 'broken', version: '1.0', files: { 'broken.py': 'raise ValueError("at import")\n' } },
  {
    name: 'legacy',
    version: '1.0',
    files: { 'legacy.pth': 'hidden\n', 'hidden/legacy.py': 'version = "1.0"\n' },
  },
  { name: 'bomb', version: '1.0', files: { 'bomb.py': `${'#'.repeat(8 * MIB)}\n` } },
];

/** Packages and runtimes for the tests of a file. */
export interface PackagesFixture {
  /** Folder of the environments of the current test. */
  readonly folder: string;
  readonly index: TestIndex;
  /** Starts a runtime for the current test, by default with its folder and the index. */
  runtimeWith(options?: Partial<PackageOptions>): Promise<PythonRuntime>;
  /**
   * Returns a runtime that all tests of the file share, together with its folder, in which they find each other's
   * environments.
   */
  shared(): Promise<{ runtime: PythonRuntime; folder: string }>;
  /** Writes a replacement for uv with this sh script to a place that installers can read; returns its path. */
  fakeUv(name: string, body: string): string;
  /**
   * Writes a replacement for uv that installs `thing` 2.0 with this size, regardless of the lock. For tests that do not
   * depend on the installer, as pip takes a second per environment.
   */
  installer(bytes: number): string;
}

/** Provides packages and runtimes to the tests of a file. */
export function usePackages(): PackagesFixture {
  let folder = '';
  let index: TestIndex;
  const runtimes: PythonRuntime[] = [];
  const sharedFolder = newFolder();
  let shared: Promise<PythonRuntime> | null = null;
  const warm = async (
    options: Partial<PackageOptions>,
    onMade?: (runtime: PythonRuntime) => void,
  ): Promise<PythonRuntime> => {
    const runtime = makePythonRuntime({ packages: { folder, index: index.url, ...options } });
    onMade?.(runtime);
    await runtime.warm();
    return runtime;
  };
  beforeAll(() => {
    index = makeIndex(...PACKAGES);
  });
  beforeEach(() => {
    folder = newFolder();
  });
  afterEach(async () => {
    await Promise.all(runtimes.splice(0).map((runtime) => runtime.close()));
    rmSync(folder, { recursive: true, force: true });
  });
  afterAll(async () => {
    await (await shared)?.close();
    rmSync(sharedFolder, { recursive: true, force: true });
    index.remove();
  });
  const fakeUv = (name: string, body: string): string => {
    const path = join(index.folder, name);
    writeFileSync(path, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
    return path;
  };
  return {
    get folder() {
      return folder;
    },
    get index() {
      return index;
    },
    runtimeWith: (options = {}) => warm(options, (runtime) => runtimes.push(runtime)),
    async shared() {
      shared ??= warm({ folder: sharedFolder });
      return { runtime: await shared, folder: sharedFolder };
    },
    fakeUv,
    installer: (bytes) =>
      fakeUv(
        `uv-${bytes}`,
        `
while [ "$1" != --target ]; do shift; done
{ echo "version = '2.0'"; head -c ${bytes} /dev/urandom | od -v -A n -t x1 | sed 's/^/#/' | head -c ${bytes}; } > $2/thing.py
echo "Installing collected packages"`,
      ),
  };
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'metarun-environments-'));
}

export function environmentsIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => /^[0-9a-f]{64}$/.test(name));
}

/** Returns the lock of wheels of an index, each named as `name==version`, without running an installer. */
export function buildLock(index: TestIndex, ...wheels: string[]): string {
  const lines = wheels.toSorted().map((wheel) => {
    const [name = '', version = ''] = wheel.split('==');
    const bytes = readFileSync(join(index.folder, name, `${name}-${version}-py3-none-any.whl`));
    return `${wheel} --hash=sha256:${createHash('sha256').update(bytes).digest('hex')}\n`;
  });
  return lines.join('');
}

export async function requireProgram(
  runtime: PythonRuntime,
  dependencies: readonly string[],
  code = IMPORT,
): Promise<Program> {
  const result = await runtime.check(scriptWith(dependencies, code), 'project-a');
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
  return result.program;
}

export function runProgram(
  runtime: PythonRuntime,
  program: Program,
  host = new RecordingHost(),
): Promise<RunOutcome> {
  return runtime.start({ ...buildRunSpec(''), program }, host).outcome;
}

export async function lockAndRun(
  runtime: PythonRuntime,
  dependencies: readonly string[],
): Promise<RunOutcome> {
  return runProgram(runtime, await requireProgram(runtime, dependencies));
}

export function refusal(runtime: PythonRuntime, dependencies: readonly string[]): Promise<unknown> {
  return runtime.check(scriptWith(dependencies, NOOP), 'project-a').then(
    () => {
      throw new Error('it was accepted');
    },
    (error: unknown) => error,
  );
}

export function lockedBy(lock: string, code = IMPORT): Program {
  return { code, source_map: null, lock };
}
