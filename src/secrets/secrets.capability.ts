import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CapabilityArgs } from '../runtime/capability-args.js';
import { Capabilities } from '../runtime/capabilities.js';
import { SecretsService } from './secrets.service.js';

/** `secrets.get`: the one way by which a secret's value leaves the database. */
@Injectable()
export class SecretsCapability implements OnModuleInit {
  constructor(
    @Inject(Capabilities) private readonly capabilities: Capabilities,
    @Inject(SecretsService) private readonly secrets: SecretsService,
  ) {}

  onModuleInit(): void {
    this.capabilities.register('secrets.get', async (context, json) => {
      const name = new CapabilityArgs('secrets.get', json, ['name']).text('name');
      const value = await this.secrets.read(context.projectId, name);
      context.conceal(value);
      return value;
    });
  }
}
