import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { CONFIG } from '../config/config.module.js';
import { guestDir } from '../config/paths.js';
import type { Config } from '../config/settings.js';
import { LOGGER } from '../logging/logging.module.js';
import { Capabilities } from './capabilities.js';
import { PythonRuntime } from './python/python.runtime.js';
import { Runtimes } from './runtimes.js';
import { TypeScriptRuntime } from './typescript/typescript.runtime.js';

/** Runners that wait for a project they have not served yet. */
const WARM_RUNNERS = 2;

function createRuntimes(config: Config, logger: Logger): Runtimes {
  const onWarning = (message: string): void => logger.warn({ message }, 'runtime');
  return new Runtimes([
    new TypeScriptRuntime({
      maxRunners: config.concurrency,
      warmRunners: Math.min(WARM_RUNNERS, config.concurrency),
      guestDir: guestDir('typescript'),
      node: process.execPath,
      onWarning,
    }),
    new PythonRuntime({
      python: config.python,
      guestDir: guestDir('python'),
      maxRuns: config.concurrency,
      onWarning,
    }),
  ]);
}

@Global()
@Module({
  providers: [
    Capabilities,
    { provide: Runtimes, inject: [CONFIG, LOGGER], useFactory: createRuntimes },
  ],
  exports: [Capabilities, Runtimes],
})
export class RuntimeModule implements OnApplicationShutdown {
  constructor(@Inject(Runtimes) private readonly runtimes: Runtimes) {}

  async onApplicationShutdown(): Promise<void> {
    await this.runtimes.close();
  }
}
