import { join } from 'node:path';
import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
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
import { Sandbox } from './sandbox/sandbox.js';
import { runnerTrial } from './typescript/guests.js';
import { TypeScriptRuntime } from './typescript/typescript.runtime.js';

/** Runners that wait for a project they have not served yet. */
const WARM_RUNNERS = 2;

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
    trials: [
      forkServerTrial(python, guestDir('python')),
      runnerTrial(process.execPath, guestDir('typescript')),
    ],
  });
}

function createRuntimes(
  config: Config,
  logger: Logger,
  python: Interpreter,
  sandbox: Sandbox,
): Runtimes {
  const onWarning = (message: string): void => logger.warn({ message }, 'runtime');
  return new Runtimes([
    new TypeScriptRuntime({
      maxRunners: config.concurrency,
      warmRunners: Math.min(WARM_RUNNERS, config.concurrency),
      guestDir: guestDir('typescript'),
      node: process.execPath,
      sandbox,
      onWarning,
    }),
    new PythonRuntime({
      python,
      guestDir: guestDir('python'),
      maxRuns: config.concurrency,
      sandbox,
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
    {
      provide: Runtimes,
      inject: [CONFIG, LOGGER, INTERPRETER, Sandbox],
      useFactory: createRuntimes,
    },
  ],
  exports: [Capabilities, Runtimes, Sandbox],
})
export class RuntimeModule implements OnApplicationShutdown {
  constructor(@Inject(Runtimes) private readonly runtimes: Runtimes) {}

  async onApplicationShutdown(): Promise<void> {
    await this.runtimes.close();
  }
}
