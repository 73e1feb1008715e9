import { join } from 'node:path';
import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { extraSlots } from '../config/concurrency.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/settings.js';
import { LOGGER } from '../logging/logging.module.js';
import { Capabilities } from './capabilities.js';
import { findInterpreter, serverSandbox } from './find-sandbox.js';
import type { Interpreter } from './python/interpreter.js';
import { Runtimes } from './runtimes.js';
import { EgressFolder } from './sandbox/egress-folder.js';
import { Sandbox } from './sandbox/sandbox.js';

/** The interpreter, which the sandbox and the runtime both have to know. */
const INTERPRETER = Symbol('INTERPRETER');

function createEgressFolder(sandbox: Sandbox): EgressFolder {
  return EgressFolder.make(sandbox);
}

function createRuntimes(
  config: Config,
  logger: Logger,
  interpreter: Interpreter,
  sandbox: Sandbox,
  egress: EgressFolder,
): Runtimes {
  return Runtimes.make({
    config,
    interpreter,
    sandbox,
    egressDir: egress.path,
    maxRuns: config.concurrency + extraSlots(config.concurrency),
    oneOwner: false,
    packages: {
      folder: join(config.dataDir, 'environments'),
      // SQLite is locked to one server; on PostgreSQL several may have the same folder.
      shared: config.databaseUrl !== '',
    },
    onWarning: (message) => logger.warn({ message }, 'runtime'),
  });
}

@Global()
@Module({
  providers: [
    Capabilities,
    { provide: INTERPRETER, inject: [CONFIG], useFactory: findInterpreter },
    { provide: Sandbox, inject: [CONFIG, INTERPRETER], useFactory: serverSandbox },
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
