import type { NetworkPolicy } from '../../base/kernel/network.js';

/** The limits of the installation on the network of scripts, whatever their meta-tasks allow. */
export class NetworkLimits {
  /** `widest`: the widest policy that a meta-task may have. `ranges`: addresses that are not public and may be reached. */
  constructor(
    readonly widest: NetworkPolicy,
    readonly ranges: readonly string[],
  ) {}
}
