import { join } from 'node:path';
import { readClientEnvironment } from '../../base/config/client-environment.js';
import type { Config } from '../../base/config/settings.js';
import { LANGUAGES, type ScriptLanguage } from '../../base/languages/index.js';
import { commandSandbox, type Found, probedSandbox } from '../../sandbox/runtime/find-sandbox.js';
import type { Interpreter } from '../../sandbox/runtime/python/interpreter.js';
import { Runtimes } from '../../sandbox/runtime/runtimes.js';
import { EgressFolder } from '../../sandbox/runtime/sandbox/egress-folder.js';
import type { Sandbox } from '../../sandbox/runtime/sandbox/sandbox.js';
import { closeScriptRuntimes, type ScriptRuntimes } from '../../sandbox/runtime/script-runtimes.js';
import { CachingRuntime } from './caching-runtime.js';
import type { OnWait } from '../../sandbox/runtime/on-wait.js';
import { SandboxProbeCache } from './sandbox-probe-cache.js';

/**
 * Makes the runtimes and starts those of `languages`. The sandbox is tried with these, unless it is known to work here.
 * Throws an Error that says what to do where it is not good enough.
 */
export async function startRuntimes(
  config: Config,
  languages: readonly ScriptLanguage[],
  onWait: OnWait = () => undefined,
): Promise<ScriptRuntimes> {
  const cache = new SandboxProbeCache(config, languages);
  const tried = cache.find();
  let python: Interpreter;
  let sandbox: Sandbox;
  if (tried === null) {
    let problems: Found['problems'];
    ({ interpreter: python, sandbox, problems } = await commandSandbox(config, languages, onWait));
    if (sandbox.report.kind === 'bubblewrap' && problems.size === 0) void cache.keep({ python });
  } else {
    ({ python } = tried);
    sandbox = probedSandbox(python);
  }
  const made = makeRuntimes(config, python, sandbox, onWait);
  for (const language of languages) {
    const started = warm(made.runtimes, language);
    onWait(`the start of ${LANGUAGES[language].title}`, started);
    // The error is reported to the caller that needs the runtime that does not start.
    started.catch(() => cache.forget());
  }
  return made;
}

async function warm(runtimes: Runtimes, language: ScriptLanguage): Promise<void> {
  const runtime = runtimes.get(language);
  // A check comes first, and takes longer to start.
  await Promise.all([runtime.warmCheck(), runtime.warm()]);
}

function makeRuntimes(
  config: Config,
  interpreter: Interpreter,
  sandbox: Sandbox,
  onWait: OnWait,
): ScriptRuntimes {
  const egress = EgressFolder.make(sandbox);
  const options = {
    config,
    interpreter,
    sandbox,
    // Each language says it itself when it is started.
    problems: new Map(),
    egressDir: egress.path,
    maxRuns: config.concurrency,
    oneOwner: true,
    // Other commands find there what this one installs.
    packages: {
      folder: join(readClientEnvironment().cacheDir, 'environments'),
      shared: true,
      archive: null,
    },
    // It says nothing that the run does not.
    onWarning: (): void => undefined,
  };
  const runtimes = Runtimes.make(options, (runtime) => new CachingRuntime(runtime, onWait));
  return { sandbox, egress, runtimes };
}

/** Ends what {@link startRuntimes} has started. */
export async function closeRuntimes(starting: Promise<ScriptRuntimes>): Promise<void> {
  const made = await starting.catch(() => null);
  if (made !== null) await closeScriptRuntimes(made);
}
