import { Module } from '@nestjs/common';
import { SecretKey } from './secret-key.js';
import { SecretsCapability } from './secrets.capability.js';
import { SecretsController } from './secrets.controller.js';
import { SecretsService } from './secrets.service.js';

/** Secrets of projects. Needs the global Config, Database and Capabilities. */
@Module({
  controllers: [SecretsController],
  providers: [SecretKey, SecretsCapability, SecretsService],
  exports: [SecretKey],
})
export class SecretsModule {}
