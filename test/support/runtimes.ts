/** The real runtimes, created as the server creates them, in the sandbox of the test run. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type PackageOptions,
  PythonRuntime,
  type PythonRuntimeOptions,
} from '../../src/sandbox/runtime/python/python.runtime.js';
import type { ScriptLanguage } from '../../src/base/languages/index.js';
import type { ScriptRuntime } from '../../src/sandbox/runtime/runtime.js';
import type { NodePackageOptions } from '../../src/sandbox/runtime/typescript/packages/node-packages.js';
import { TypeScriptRuntime } from '../../src/sandbox/runtime/typescript/typescript.runtime.js';
import { python, PYTHON_GUEST, sandbox, TYPESCRIPT_GUEST } from './sandbox.js';

type OnWarning = (message: string) => void;

export const MAX_RUNNERS = 2;

type PythonOptions = Omit<PythonRuntimeOptions, 'packages'> & { packages: Partial<PackageOptions> };

/** Creates a runtime with these options, which default to those of a server without packages. */
export function makePythonRuntime({
  packages,
  ...options
}: Partial<PythonOptions> = {}): PythonRuntime {
  return new PythonRuntime({
    python,
    guestDir: PYTHON_GUEST,
    sandbox,
    maxRuns: 20,
    packages: {
      folder: join(tmpdir(), 'metarun-no-environments'),
      index: '/metarun/no-wheels',
      uv: '',
      timeoutMs: 600_000,
      maxBytes: 100 * 1024 * 1024,
      shared: false,
      archive: null,
      ...packages,
    },
    onWarning: () => undefined,
    ...options,
  });
}

export function makeTypeScriptRuntime(
  onWarning: OnWarning,
  egressDir?: string,
  packages: Partial<NodePackageOptions> = {},
): TypeScriptRuntime {
  return new TypeScriptRuntime({
    maxRunners: MAX_RUNNERS,
    warmRunners: 1,
    guestDir: TYPESCRIPT_GUEST,
    node: process.execPath,
    sandbox,
    egressDir,
    maxRuns: MAX_RUNNERS,
    allowsNode: true,
    packages: {
      folder: join(tmpdir(), 'metarun-no-environments-node'),
      registry: 'http://127.0.0.1:9/',
      timeoutMs: 600_000,
      maxBytes: 100 * 1024 * 1024,
      shared: false,
      archive: null,
      ...packages,
    },
    onWarning: unlessItWaits(onWarning),
  });
}

/** Suppresses the warnings about waiting tasks that occur on a busy machine. */
function unlessItWaits(onWarning: OnWarning): OnWarning {
  return (message) => {
    if (!/^Tasks of \w+ wait/.test(message)) onWarning(message);
  };
}

/** Functions that create the runtime of each language. */
export const RUNTIMES: Record<ScriptLanguage, (onWarning: OnWarning) => ScriptRuntime> = {
  python: (onWarning) => makePythonRuntime({ onWarning: unlessItWaits(onWarning) }),
  typescript: (onWarning) => makeTypeScriptRuntime(onWarning),
};
