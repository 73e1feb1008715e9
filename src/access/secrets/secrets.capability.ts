import { Injectable } from '@nestjs/common';
import { CapabilityArgs } from '../../sandbox/runtime/capability-args.js';
import type { Capabilities } from '../../sandbox/runtime/capabilities.js';
import { SecretReads } from './secret-reads.service.js';
import { SecretsService } from './secrets.service.js';

/** `secrets.get`: the only way for a secret's value to leave the database in plain text. */
@Injectable()
export class SecretsCapability {
  constructor(
    private readonly secrets: SecretsService,
    private readonly reads: SecretReads,
  ) {}

  register(capabilities: Capabilities): void {
    capabilities.register('secrets.get', async (context, json) => {
      const name = new CapabilityArgs('secrets.get', json, ['name']).text('name');
      const value = await this.secrets.read(context.projectId, name);
      context.addRedaction(value);
      this.reads.note(context.projectId, name, context.taskId);
      return value;
    });
  }
}
