import type { Socket } from 'node:net';

/** A run's only access to the network: every connection passes the guard. Ends with the run. */
export interface RunNetwork {
  /**
   * Opens a TCP connection to `port` of `host`: a name, or an IP address (IPv6 with or without brackets). The caller
   * owns the socket, which allows half-open connections and is destroyed at the run's end, or if `signal` aborts before
   * it is connected. Throws MetarunError: `network_denied`, with advice, if the policy or the address forbids it, and
   * `network_error` if the name does not exist, the host does not answer, or the run has ended or has too many
   * connections.
   */
  connect(host: string, port: number, signal?: AbortSignal): Promise<Socket>;
}
