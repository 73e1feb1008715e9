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
import { SchemaValidator } from '../../base/schema/schema-validator.js';
import { CachingRuntime } from './caching-runtime.js';
import type { OnWait } from '../../sandbox/runtime/on-wait.js';
import { SandboxProbeCache } from './sandbox-probe-cache.js';

/**
 * Creates the runtimes and starts those of `languages`, which try the sandbox unless it is known to work here. Throws
 * an Error with a fix if the sandbox is too weak.
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
    // The error is reported to the caller that needs the failed runtime.
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
    // Each language reports its own problems at its start.
    problems: new Map(),
    egressDir: egress.path,
    maxRuns: config.concurrency,
    oneOwner: true,
    // Other commands reuse the packages that this one installs.
    packages: {
      folder: join(readClientEnvironment().cacheDir, 'environments'),
      shared: true,
      archive: null,
    },
    // The run itself reports the same.
    onWarning: (): void => undefined,
  };
  const runtimes = Runtimes.make(options, (runtime) => new CachingRuntime(runtime, onWait));
  return { sandbox, egress, runtimes };
}

/** Processes and a thread that a command starts while its other parts are loaded and read. */
export interface Started {
  readonly schemas: SchemaValidator;
  /** Undefined while the language is unknown. */
  readonly runtimes: Promise<ScriptRuntimes> | undefined;
}

/** Starts the thread that checks schemas, which takes a while: nearly every script has a schema. */
export function startSchemas(): SchemaValidator {
  const schemas = new SchemaValidator();
  void schemas.check({}, '', { waits: false }).catch(() => undefined);
  return schemas;
}

/** Closes the started parts that no host has taken. */
export async function closeStarted({ schemas, runtimes }: Started): Promise<void> {
  const made = await runtimes?.catch(() => undefined);
  if (made !== undefined) await closeScriptRuntimes(made);
  await schemas.close();
}
