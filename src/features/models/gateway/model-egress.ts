import { isIP, type Socket } from 'node:net';
import type { Config } from '../../../base/config/settings.js';
import { rangesOf, specialAddress } from '../../../sandbox/egress/addresses.js';
import { ConnectError } from '../../../sandbox/egress/connect-error.js';
import { EgressGuard, type NetworkRules } from '../../../sandbox/egress/egress-guard.js';
import { canonicalHost, targetOf } from '../../../sandbox/egress/host.js';
import { HostResolver, LookupError } from '../../../sandbox/egress/host-resolver.js';
import type { Provider } from '../providers/provider.js';

const CHECK_MS = 10_000;
const ANY_PUBLIC: NetworkRules = { policy: 'open', hosts: [] };

/** The way to one provider. */
export interface ModelConnection {
  /** Rejects with ConnectError. */
  connect(url: URL, signal: AbortSignal): Promise<Socket>;
}

/** Makes the connections to services that the server itself talks to: providers, and those that `who` names. */
export class ModelEgress {
  private readonly guard: EgressGuard;
  /** For providers of the installation: the operator has named their host and port. */
  private readonly anywhere: EgressGuard;
  private readonly resolver = new HostResolver();
  private readonly isOwnRange: (address: string) => boolean;

  constructor({ networkRanges }: Config, who = 'model providers') {
    // What scripts may reach does not bind the people who administer a project.
    const options = {
      widest: 'open',
      who,
      lookup: (name: string) => this.resolver.lookup(name),
    } as const;
    this.guard = new EgressGuard({ ...options, ranges: networkRanges });
    this.anywhere = new EgressGuard({ ...options, ranges: ['0.0.0.0/0', '::/0'] });
    this.isOwnRange = rangesOf(networkRanges);
  }

  /** Returns the way to a provider: to any public address, or for one of the installation to its host and port alone. */
  to(provider: Pick<Provider, 'projectId' | 'base_url'>): ModelConnection {
    const [guard, rules] = this.rulesOf(provider);
    return {
      connect: async (url, signal) => {
        const socket = await guard.connect(rules, targetOf(url), signal);
        const { remoteAddress = '' } = socket;
        if (url.protocol === 'https:' || this.mayBePlain(provider, remoteAddress)) return socket;
        socket.destroy();
        throw new ConnectError('denied', plainRefusal(url.host));
      },
    };
  }

  /** Returns why a provider can never be reached, as far as is known now; null where it may be. */
  async refusalOf(provider: Pick<Provider, 'projectId' | 'base_url'>): Promise<string | null> {
    const url = new URL(provider.base_url);
    const [guard, rules] = this.rulesOf(provider);
    try {
      if (url.protocol === 'http:' && provider.projectId !== null && !(await this.leadsInside(url)))
        return plainRefusal(url.host);
      await guard.check(rules, targetOf(url), AbortSignal.timeout(CHECK_MS));
      return null;
    } catch (error) {
      // A name that has no address yet may have one by the time that it is needed.
      return error instanceof ConnectError && error.reason === 'denied' ? error.message : null;
    }
  }

  private rulesOf({
    projectId,
    base_url,
  }: Pick<Provider, 'projectId' | 'base_url'>): [EgressGuard, NetworkRules] {
    if (projectId !== null) return [this.guard, ANY_PUBLIC];
    const { host, port } = targetOf(new URL(base_url));
    const hosts = [{ host: canonicalHost(host) ?? host, below: false, port }];
    return [this.anywhere, { policy: 'restricted', hosts }];
  }

  /** Keys and prompts go over the internet by TLS alone. */
  private mayBePlain({ projectId }: Pick<Provider, 'projectId'>, address: string): boolean {
    return this.isOwnRange(address) || (projectId === null && specialAddress(address) !== null);
  }

  /** Returns whether the addresses of a URL are those of METARUN_NETWORK_RANGES. */
  private async leadsInside(url: URL): Promise<boolean> {
    const { host } = targetOf(url);
    const addresses = isIP(host) === 0 ? await this.addressesOf(host) : [host];
    return addresses.length > 0 && addresses.every((address) => this.isOwnRange(address));
  }

  private async addressesOf(name: string): Promise<string[]> {
    try {
      return await this.resolver.lookup(name);
    } catch (error) {
      if (error instanceof LookupError) return [];
      throw error;
    }
  }
}

function plainRefusal(host: string): string {
  return `${host} must be reached by https: http is for addresses that the operator has allowed by METARUN_NETWORK_RANGES.`;
}
