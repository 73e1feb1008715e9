import { Module } from '@nestjs/common';
import { QuotasModule } from '../projects/quotas.module.js';
import { SecretKey } from './secret-key.js';
import { SecretReads } from './secret-reads.service.js';
import { SecretsCapability } from './secrets.capability.js';
import { SecretsController } from './secrets.controller.js';
import { SecretsService } from './secrets.service.js';
import { Capabilities } from '../../sandbox/runtime/capabilities.js';

@Module({
  imports: [QuotasModule],
  controllers: [SecretsController],
  providers: [SecretKey, SecretReads, SecretsService, SecretsCapability],
  exports: [SecretReads, SecretsService, SecretKey],
})
export class SecretsModule {
  constructor(capabilities: Capabilities, capability: SecretsCapability) {
    capability.register(capabilities);
  }
}
