import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { CONFIG } from '../config/config.module.js';
import { guestDir } from '../config/paths.js';
import type { Config } from '../config/settings.js';
import { LOGGER } from '../logging/logging.module.js';
import { Sandbox } from '../runtime/sandbox/sandbox.js';
import { ConversionMonitor } from './conversion-monitor.js';
import { DocumentConverter } from './document-converter.js';
import { converterGuest } from './guests.js';
import { converterCount, LIMITS } from './limits.js';
import { SandboxedDocumentConverter } from './sandboxed.document-converter.js';

const IDLE_MS = 5 * 60_000;
const SPARE_IDLE_MS = 10_000;

function createConverter(
  config: Config,
  logger: Logger,
  sandbox: Sandbox,
): SandboxedDocumentConverter {
  return new SandboxedDocumentConverter({
    command: sandbox.wrap(converterGuest(process.execPath, guestDir('conversion'), sandbox)),
    limits: LIMITS,
    maxProcesses: converterCount(config),
    idleMs: IDLE_MS,
    spareIdleMs: SPARE_IDLE_MS,
    onWarning: (message) => logger.warn({ message }, 'conversion'),
  });
}

@Global()
@Module({
  providers: [
    {
      provide: SandboxedDocumentConverter,
      inject: [CONFIG, LOGGER, Sandbox],
      useFactory: createConverter,
    },
    { provide: DocumentConverter, useExisting: SandboxedDocumentConverter },
    { provide: ConversionMonitor, useExisting: SandboxedDocumentConverter },
  ],
  exports: [DocumentConverter, ConversionMonitor],
})
export class ConversionModule implements OnApplicationShutdown {
  constructor(
    @Inject(SandboxedDocumentConverter) private readonly converter: SandboxedDocumentConverter,
  ) {}

  onApplicationShutdown(): Promise<void> {
    return this.converter.close();
  }
}
