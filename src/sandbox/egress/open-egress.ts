import type { Config } from '../../base/config/settings.js';
import type { EgressFolder } from '../runtime/sandbox/egress-folder.js';
import { EgressGuard } from './egress-guard.js';
import { Egress } from './egress.js';
import { HostResolver } from './host-resolver.js';

/** Opens the runs' access to the network, with its socket in `folder`. */
export async function openEgress(config: Config, folder: EgressFolder): Promise<Egress> {
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
