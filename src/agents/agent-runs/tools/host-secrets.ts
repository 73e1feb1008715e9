import { Injectable } from '@nestjs/common';
import type { CapabilityContext } from '../../../sandbox/runtime/capabilities.js';
import { SecretsService } from '../../../access/secrets/secrets.service.js';
import { PlacedSecrets } from './http-tool.js';

/** Provides project secrets for the hosts that they list. The run redacts every secret that was read. */
@Injectable()
export class HostSecrets extends PlacedSecrets {
  constructor(private readonly secrets: SecretsService) {
    super();
  }

  async read(context: CapabilityContext, name: string, url: string): Promise<string> {
    const value = await this.secrets.readForHost(context, name, url);
    context.addRedaction(value);
    return value;
  }
}
