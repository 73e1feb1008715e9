import { join } from 'node:path';
import { readClientEnvironment } from '../config/client-environment.js';
import { guestDir } from '../config/paths.js';
import type { Config } from '../config/settings.js';
import { forkServerTrial } from '../runtime/python/guests.js';
import { PythonRuntime } from '../runtime/python/python.runtime.js';
import type { ScriptLanguage } from '../runtime/runtime.js';
import { Runtimes } from '../runtime/runtimes.js';
import { detectSandbox, knownSandbox } from '../runtime/sandbox/detect.js';
import { EgressFolder } from '../runtime/sandbox/egress-folder.js';
import { type Interpreter, pythonFiles } from '../runtime/sandbox/guest-files.js';
import type { Sandbox } from '../runtime/sandbox/sandbox.js';
import { runnerTrial } from '../runtime/typescript/guests.js';
import { TypeScriptRuntime } from '../runtime/typescript/typescript.runtime.js';
import { RememberingRuntime } from './remembering-runtime.js';
import { RememberedSandbox } from './remembered-sandbox.js';

const MIB = 1024 * 1024;

/** What scripts run in. */
export interface LocalRuntimes {
  sandbox: Sandbox;
  egress: EgressFolder;
  runtimes: Runtimes;
}

/**
 * Makes the runtimes and starts those of `languages`. The sandbox is tried with these, unless it is known to work here.
 * Throws an Error that says what to do where it is not good enough.
 */
export async function startRuntimes(
  config: Config,
  languages: readonly ScriptLanguage[],
): Promise<LocalRuntimes> {
  const memory = new RememberedSandbox(config, languages);
  const tried = memory.find();
  const python = tried?.python ?? (await pythonFiles(config.python));
  const sandbox = await makeSandbox(config, python, languages, tried !== null);
  if (tried === null && sandbox.report.kind === 'bubblewrap') void memory.keep({ python });
  const made = makeRuntimes(config, python, sandbox);
  for (const language of languages)
    // Whoever needs one that does not start is told by it.
    warm(made.runtimes, language).catch(() => memory.forget());
  return made;
}

async function warm(runtimes: Runtimes, language: ScriptLanguage): Promise<void> {
  const runtime = runtimes.get(language);
  const trivial = 'export default function run() {}';
  // The compiler of TypeScript is a process of its own, which starts with its first script.
  await Promise.all([
    runtime.warm(),
    ...(language === 'typescript' ? [runtime.check(trivial, '')] : []),
  ]);
}

function makeRuntimes(config: Config, python: Interpreter, sandbox: Sandbox): LocalRuntimes {
  // It says nothing that the run does not.
  const onWarning = (): void => undefined;
  const egress = EgressFolder.make(sandbox);
  // The two cost nothing before they are used.
  const all = [
    new TypeScriptRuntime({
      maxRunners: config.concurrency + 1,
      warmRunners: 1,
      refills: false,
      guestDir: guestDir('typescript'),
      node: process.execPath,
      sandbox,
      oneOwner: true,
      onWarning,
    }),
    new PythonRuntime({
      python,
      guestDir: guestDir('python'),
      maxRuns: config.concurrency,
      sandbox,
      packages: {
        // Other commands find there what this one installs.
        folder: join(readClientEnvironment().cacheDir, 'environments'),
        index: config.pythonIndexUrl,
        uv: config.uv,
        timeoutMs: config.dependencyTimeoutSeconds * 1000,
        maxBytes: config.environmentsMb * MIB,
        shared: true,
      },
      egressDir: egress.path,
      onWarning,
    }),
  ];
  const runtimes = new Runtimes(all.map((runtime) => new RememberingRuntime(runtime)));
  return { sandbox, egress, runtimes };
}

async function makeSandbox(
  config: Config,
  python: Interpreter,
  languages: readonly ScriptLanguage[],
  known: boolean,
): Promise<Sandbox> {
  const builders = {
    python: python.executable,
    launcher: join(guestDir('sandbox'), 'launch.py'),
  };
  if (known) return knownSandbox(builders);
  const trials = {
    python: (sandbox: Sandbox) => forkServerTrial(python, guestDir('python'), sandbox),
    typescript: () => runnerTrial(process.execPath, guestDir('typescript')),
  };
  return detectSandbox({
    ...builders,
    wanted: config.sandbox,
    minLevel: config.sandboxMinLevel,
    trials: (sandbox) => languages.map((name) => trials[name](sandbox)),
  });
}

/** Ends what {@link startRuntimes} has started. */
export async function closeRuntimes(starting: Promise<LocalRuntimes>): Promise<void> {
  const made = await starting.catch(() => null);
  await made?.runtimes.close();
  await made?.egress.remove();
}
