import type { Socket } from 'node:net';

/** A run's only access to the network: every connection passes the guard. It ends with the run. */
export interface RunNetwork {
  /**
   * Opens a TCP connection to `port` of `host`: a name, or an IP address (IPv6 with or without brackets). The caller owns the
   * socket. It is half-open capable, and is destroyed at the run's end or if `signal` aborts before it is connected.
   *
   * Throws MetarunError: `network_denied` if the policy or the address forbids it, with what to change, and `network_error`
   * if there is no such name or no answer, or if the run has too many connections or has ended.
   */
  connect(host: string, port: number, signal?: AbortSignal): Promise<Socket>;
}
