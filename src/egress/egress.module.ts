import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/settings.js';
import { EgressFolder } from '../runtime/sandbox/egress-folder.js';
import { Egress } from './egress.js';
import { EgressGuard } from './egress-guard.js';
import { HttpCapability } from './http/http.capability.js';
import { HostResolver } from './host-resolver.js';

async function createEgress(config: Config, folder: EgressFolder): Promise<Egress> {
  const { maxNetwork, networkRanges, maxNetworkBytes } = config;
  const resolver = new HostResolver();
  const guard = new EgressGuard({
    widest: maxNetwork,
    ranges: networkRanges,
    lookup: (name) => resolver.lookup(name),
  });
  const egress = new Egress(guard, folder, maxNetworkBytes);
  await egress.listen();
  return egress;
}

/** The runs' way to the network. Needs the global Config and EgressFolder. */
@Global()
@Module({
  providers: [
    { provide: Egress, inject: [CONFIG, EgressFolder], useFactory: createEgress },
    HttpCapability,
  ],
  exports: [Egress],
})
export class EgressModule implements OnApplicationShutdown {
  constructor(@Inject(Egress) private readonly egress: Egress) {}

  async onApplicationShutdown(): Promise<void> {
    await this.egress.close();
  }
}
