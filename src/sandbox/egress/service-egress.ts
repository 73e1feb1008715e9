import { isIP, type Socket } from 'node:net';
import type { Config } from '../../base/config/settings.js';
import { createRangeCheck, specialAddress } from './addresses.js';
import { ConnectError } from './connect-error.js';
import { EgressGuard, type NetworkRules } from './egress-guard.js';
import { canonicalHost, toTarget } from './host.js';
import { HostResolver, LookupError } from './host-resolver.js';

const CHECK_MS = 10_000;
const ANY_PUBLIC: NetworkRules = { policy: 'open', hosts: [] };

/** A service named by a project or the operator. `projectId` is null for a service of the installation. */
export interface NamedService {
  projectId: string | null;
  base_url: string;
}

/** Connects to one service. */
export interface ServiceConnection {
  /** Rejects with ConnectError. */
  connect(url: URL, signal: AbortSignal): Promise<Socket>;
}

/** Makes the server's own connections to services. `who` names the services in messages. */
export class ServiceEgress {
  private readonly guard: EgressGuard;
  /** Guard for services of the installation, whose host and port the operator has named. */
  private readonly anywhere: EgressGuard;
  private readonly resolver = new HostResolver();
  private readonly isOwnRange: (address: string) => boolean;

  constructor({ networkRanges }: Pick<Config, 'networkRanges'>, who: string) {
    // The limits on scripts do not bind people who administer a project.
    const options = {
      widest: 'open',
      who,
      lookup: (name: string) => this.resolver.lookup(name),
    } as const;
    this.guard = new EgressGuard({ ...options, ranges: networkRanges });
    this.anywhere = new EgressGuard({ ...options, ranges: ['0.0.0.0/0', '::/0'] });
    this.isOwnRange = createRangeCheck(networkRanges);
  }

  /**
   * Returns the connection to a service: to any public address, or for a service of the installation only to its host
   * and port.
   */
  to(service: NamedService): ServiceConnection {
    const [guard, rules] = this.selectRules(service);
    return {
      connect: async (url, signal) => {
        const socket = await guard.connect(rules, toTarget(url), signal);
        const { remoteAddress = '' } = socket;
        if (url.protocol === 'https:' || this.mayBePlain(service, remoteAddress)) return socket;
        socket.destroy();
        throw new ConnectError('denied', plainRefusal(url.host));
      },
    };
  }

  /** Returns why a service can never be reached, as far as is known now; null if it may be reachable. */
  async findRefusal(service: NamedService): Promise<string | null> {
    const url = new URL(service.base_url);
    const [guard, rules] = this.selectRules(service);
    try {
      if (url.protocol === 'http:' && service.projectId !== null && !(await this.leadsInside(url)))
        return plainRefusal(url.host);
      await guard.check(rules, toTarget(url), AbortSignal.timeout(CHECK_MS));
      return null;
    } catch (error) {
      // A name that has no address now may have one later.
      return error instanceof ConnectError && error.reason === 'denied' ? error.message : null;
    }
  }

  private selectRules({ projectId, base_url }: NamedService): [EgressGuard, NetworkRules] {
    if (projectId !== null) return [this.guard, ANY_PUBLIC];
    const { host, port } = toTarget(new URL(base_url));
    const hosts = [{ host: canonicalHost(host) ?? host, below: false, port }];
    return [this.anywhere, { policy: 'restricted', hosts }];
  }

  /** Returns whether plain HTTP is allowed: keys and prompts cross the internet over TLS only. */
  private mayBePlain({ projectId }: Pick<NamedService, 'projectId'>, address: string): boolean {
    return this.isOwnRange(address) || (projectId === null && specialAddress(address) !== null);
  }

  /** Returns whether all addresses of a URL are in METARUN_NETWORK_RANGES. */
  private async leadsInside(url: URL): Promise<boolean> {
    const { host } = toTarget(url);
    const addresses = isIP(host) === 0 ? await this.resolveAddresses(host) : [host];
    return addresses.length > 0 && addresses.every((address) => this.isOwnRange(address));
  }

  private async resolveAddresses(name: string): Promise<string[]> {
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
