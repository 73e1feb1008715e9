import type { Socket } from 'node:net';

/** The one way of a run to the network: every connection passes the guard. It ends with the run. */
export interface RunNetwork {
  /**
   * A TCP connection, established, to `port` of `host`: a name, or an IP address (IPv6 with or without brackets).
   * The caller owns the socket; it is half-open capable, and is destroyed at the run's end or when `signal` aborts
   * before it is there.
   *
   * Throws MetarunError: `network_denied` where the policy or the address forbids it, with what to change, and
   * `network_error` where there is no such name, nobody answers, the run has too many connections or has ended.
   */
  connect(host: string, port: number, signal?: AbortSignal): Promise<Socket>;
}
