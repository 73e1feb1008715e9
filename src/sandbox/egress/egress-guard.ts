import { connect, isIP, type Socket } from 'node:net';
import { isWider, type NetworkPolicy } from '../../base/kernel/network.js';
import { unlessAborted } from '../../base/kernel/unless-aborted.js';
import type { ConnectErrorReason } from '../runtime/protocol.js';
import { createRangeCheck, specialAddress } from './addresses.js';
import { ConnectError } from './connect-error.js';
import { canonicalHost, isPort, withPort } from './host.js';
import { type HostPattern, matchesHostPattern, spellHostPattern } from './host-pattern.js';
import { LookupError } from './host-resolver.js';

/** Time limits of a connection over all addresses of a name, and of each address but the last (ms). */
const CONNECT_MS = 10_000;
const ADDRESS_MS = 2_500;
/** Port for mail between servers, whose use gets a machine onto blocklists. */
const SMTP = 25;
/** Maximum number of patterns in a refusal message. */
const SHOWN_PATTERNS = 5;

/** The hosts that a meta-task may reach. */
export interface NetworkRules {
  policy: NetworkPolicy;
  /** Allowed hosts for `restricted`. */
  hosts: readonly HostPattern[];
}

export interface EgressGuardOptions {
  /** The widest policy of this installation. */
  widest: NetworkPolicy;
  /** CIDR ranges that may be reached although they are not public. */
  ranges: readonly string[];
  /** Subject of messages; `scripts` by default. */
  who?: string;
  /** Resolves a name to addresses in canonical text. Rejects with {@link LookupError}. */
  lookup(name: string): Promise<string[]>;
}

const CONNECT_ERRORS: Record<string, [ConnectErrorReason, string]> = {
  ECONNREFUSED: ['refused', 'refused the connection'],
  ECONNRESET: ['refused', 'refused the connection'],
  ETIMEDOUT: ['timed_out', 'did not answer in time'],
  EHOSTUNREACH: ['unreachable', 'cannot be reached from the server'],
  ENETUNREACH: ['unreachable', 'cannot be reached from the server'],
};

/**
 * Makes every connection of a script, according to the rules of its meta-task, and never to this machine or its
 * networks.
 */
export class EgressGuard {
  private readonly isAllowedRange: (address: string) => boolean;

  constructor(private readonly options: EgressGuardOptions) {
    this.isAllowedRange = createRangeCheck(options.ranges);
  }

  /**
   * Connects to a checked address: a name is resolved only here, once, and the connection uses the checked address.
   * Throws {@link ConnectError}, also if `signal` aborts, which destroys the socket.
   */
  async connect(
    rules: NetworkRules,
    target: { host: string; port: number },
    signal: AbortSignal,
  ): Promise<Socket> {
    const { host, port, addresses } = await this.find(rules, target, signal);
    const socket = await open(host, port, addresses, signal);
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) throw connectError('ECONNRESET', host, port);
    if (!this.isReachable(remoteAddress)) {
      socket.destroy();
      throw new ConnectError('denied', `${host} led to another address than the one checked.`);
    }
    return socket;
  }

  /** Throws what {@link connect} would throw, as far as that is known without connecting. */
  async check(
    rules: NetworkRules,
    target: { host: string; port: number },
    signal: AbortSignal,
  ): Promise<void> {
    await this.find(rules, target, signal);
  }

  private async find(
    rules: NetworkRules,
    target: { host: string; port: number },
    signal: AbortSignal,
  ): Promise<{ host: string; port: number; addresses: string[] }> {
    const { port } = target;
    const host = canonicalHost(target.host);
    if (host === null)
      throw new ConnectError('name', `${shown(target.host)} is not a host name or an IP address.`);
    if (!isPort(port)) throw new ConnectError('name', `Port ${port} is not between 1 and 65535.`);
    const denial = this.denialReason(rules, host, port);
    if (denial !== null) throw new ConnectError('denied', `${withPort(host, port)} ${denial}`);
    const addresses = this.reachable(host, await this.resolveAddresses(host, signal));
    return { host, port, addresses };
  }

  /** Returns why the rules deny the host, regardless of its address; null if they allow it. */
  private denialReason({ policy, hosts }: NetworkRules, host: string, port: number): string | null {
    if (policy === 'none')
      return 'cannot be reached: the meta-task\'s network is "none". Set it to "restricted" or "open".';
    if (isWider(policy, this.options.widest))
      return `cannot be reached: this installation allows "${this.options.widest}" at most (METARUN_MAX_NETWORK).`;
    if (policy === 'open')
      return port === SMTP
        ? `is not allowed: port ${SMTP} needs the network "restricted" with "${withPort(host, port)}" in allowed_hosts.`
        : null;
    if (hosts.some((pattern) => matchesHostPattern(pattern, host, port))) return null;
    const spelt = hosts.map(spellHostPattern);
    const more = spelt.length > SHOWN_PATTERNS ? ', …' : '';
    return `is not in the meta-task's allowed_hosts (${spelt.slice(0, SHOWN_PATTERNS).join(', ')}${more}). Add it there; an entry without a port means 80 and 443.`;
  }

  private async resolveAddresses(host: string, signal: AbortSignal): Promise<string[]> {
    if (isIP(host) !== 0) return [host];
    try {
      return await unlessAborted(this.options.lookup(host), signal, abortedError);
    } catch (error) {
      if (error instanceof LookupError)
        throw new ConnectError('name', `${host} has no address: ${error.message}.`);
      throw error;
    }
  }

  /** Returns the addresses that scripts may reach. Messages do not reveal addresses of the machine's networks. */
  private reachable(host: string, addresses: readonly string[]): string[] {
    const allowed = addresses.filter((address) => this.isReachable(address));
    if (allowed.length > 0) return allowed;
    const [first = ''] = addresses;
    const what = `${isIP(host) === 0 ? 'leads to' : 'is'} ${specialAddress(first) ?? 'no address'}`;
    throw new ConnectError(
      'denied',
      `${host} ${what}, which ${this.options.who ?? 'scripts'} cannot reach. The operator can allow a range of addresses by METARUN_NETWORK_RANGES.`,
    );
  }

  private isReachable(address: string): boolean {
    return specialAddress(address) === null || this.isAllowedRange(address);
  }
}

function open(
  host: string,
  port: number,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<Socket> {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      // Node tries these addresses one after the other, and resolves nothing itself.
      lookup: (_host, _options, give) => give(null, found),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: ADDRESS_MS,
      allowHalfOpen: true,
      noDelay: true,
    });
    const abort = (): unknown => socket.destroy(abortedError());
    const timer = setTimeout(
      () => socket.destroy(connectError('ETIMEDOUT', host, port)),
      CONNECT_MS,
    );
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    socket.once('connect', () => {
      settle();
      resolve(socket);
    });
    // Kept for the socket's life: an error without a listener would end the server.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      settle();
      reject(error instanceof ConnectError ? error : connectError(error.code ?? '', host, port));
    });
  });
}

function connectError(code: string, host: string, port: number): ConnectError {
  const [reason, what] = CONNECT_ERRORS[code] ?? [
    'unreachable',
    'cannot be reached from the server',
  ];
  return new ConnectError(reason, `${withPort(host, port)} ${what}.`);
}

function abortedError(): ConnectError {
  return new ConnectError('ended', 'The connection was aborted.');
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
