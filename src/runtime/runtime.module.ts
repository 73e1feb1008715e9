import { totalmem } from 'node:os';
import { join } from 'node:path';
import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { extraSlots } from '../config/concurrency.js';
import { CONFIG } from '../config/config.module.js';
import { guestDir } from '../config/paths.js';
import type { Config } from '../config/settings.js';
import { LOGGER } from '../logging/logging.module.js';
import { Capabilities } from './capabilities.js';
import { forkServerTrial } from './python/guests.js';
import { PythonRuntime } from './python/python.runtime.js';
import { Runtimes } from './runtimes.js';
import { detectSandbox } from './sandbox/detect.js';
import { type Interpreter, pythonFiles } from './sandbox/guest-files.js';
import { EgressFolder } from './sandbox/egress-folder.js';
import { Sandbox } from './sandbox/sandbox.js';
import { runnerTrial } from './typescript/guests.js';
import { TypeScriptRuntime } from './typescript/typescript.runtime.js';

/** Runners that wait for a project they have not served yet. */
const WARM_RUNNERS = 2;
const MIB = 1024 * 1024;

/** What an idle runner holds at most, in bytes; 17 to 19 MiB were measured. */
const RUNNER_BYTES = 32 * 1024 * 1024;
/** The share of the machine's memory that idle runners may hold together. */
const RUNNERS_SHARE = 1 / 8;

/** The interpreter, which the sandbox and the runtime both have to know. */
const INTERPRETER = Symbol('INTERPRETER');

function findInterpreter(config: Config): Promise<Interpreter> {
  return pythonFiles(config.python);
}

function createSandbox(config: Config, python: Interpreter): Promise<Sandbox> {
  return detectSandbox({
    wanted: config.sandbox,
    minLevel: config.sandboxMinLevel,
    python: python.executable,
    launcher: join(guestDir('sandbox'), 'launch.py'),
    trials: (sandbox) => [
      forkServerTrial(python, guestDir('python'), sandbox),
      runnerTrial(process.execPath, guestDir('typescript')),
    ],
    groups: {
      wanted: config.cgroup,
      trial: (sandbox, group) => forkServerTrial(python, guestDir('python'), sandbox, group),
    },
  });
}

/** What a server with these settings would put around its scripts. Throws an Error that says why it would not start. */
export async function trySandbox(config: Config): Promise<Sandbox> {
  return createSandbox(config, await findInterpreter(config));
}

/** Each project that is active needs a runner of its own, and one that has to be started costs its task 0.1 s. */
function affordableRunners(): number {
  // 0, or more than there is, where no control group sets a limit.
  const memory = Math.min(process.constrainedMemory() || totalmem(), totalmem());
  return Math.floor((memory * RUNNERS_SHARE) / RUNNER_BYTES);
}

function createEgressFolder(sandbox: Sandbox): EgressFolder {
  return EgressFolder.make(sandbox);
}

function createRuntimes(
  config: Config,
  logger: Logger,
  python: Interpreter,
  sandbox: Sandbox,
  egress: EgressFolder,
): Runtimes {
  const onWarning = (message: string): void => logger.warn({ message }, 'runtime');
  const atOnce = config.concurrency + extraSlots(config.concurrency);
  return new Runtimes([
    new TypeScriptRuntime({
      maxRunners: Math.max(atOnce, affordableRunners()),
      warmRunners: Math.min(WARM_RUNNERS, config.concurrency),
      guestDir: guestDir('typescript'),
      node: process.execPath,
      sandbox,
      onWarning,
    }),
    new PythonRuntime({
      python,
      guestDir: guestDir('python'),
      maxRuns: atOnce,
      sandbox,
      packages: {
        folder: join(config.dataDir, 'environments'),
        index: config.pythonIndexUrl,
        uv: config.uv,
        timeoutMs: config.dependencyTimeoutSeconds * 1000,
        maxBytes: config.environmentsMb * MIB,
        // SQLite is locked to one server; on PostgreSQL several may have the same folder.
        shared: config.databaseUrl !== '',
      },
      egressDir: egress.path,
      onWarning,
    }),
  ]);
}

@Global()
@Module({
  providers: [
    Capabilities,
    { provide: INTERPRETER, inject: [CONFIG], useFactory: findInterpreter },
    { provide: Sandbox, inject: [CONFIG, INTERPRETER], useFactory: createSandbox },
    { provide: EgressFolder, inject: [Sandbox], useFactory: createEgressFolder },
    {
      provide: Runtimes,
      inject: [CONFIG, LOGGER, INTERPRETER, Sandbox, EgressFolder],
      useFactory: createRuntimes,
    },
  ],
  exports: [Capabilities, EgressFolder, Runtimes, Sandbox],
})
export class RuntimeModule implements OnApplicationShutdown {
  constructor(
    @Inject(Runtimes) private readonly runtimes: Runtimes,
    @Inject(EgressFolder) private readonly egress: EgressFolder,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.runtimes.close();
    await this.egress.remove();
  }
}
