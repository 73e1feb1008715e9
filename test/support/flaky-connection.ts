import { connect, createServer, type Server, type Socket } from 'node:net';
import { listen } from './local-server.js';

/** Returns the bytes of a chunk from the server that are passed on. */
export type Filter = (chunk: Buffer) => Buffer;

/** A proxy in front of a server that a test can break; clients use its `url`. */
export class FlakyConnection {
  /** Number of connections that clients have made. */
  connections = 0;
  private readonly open = new Set<Socket>();
  private losing = false;
  private stalls = false;

  private constructor(
    private readonly listener: Server,
    /** URL of the server with the port of the proxy. */
    readonly url: string,
    /** Returns the URL of the server, which changes when it restarts. */
    private readonly target: () => string,
    private readonly filter: () => Filter,
  ) {
    listener.on('connection', (client) => this.join(client));
  }

  static async open(
    target: () => string,
    filter: () => Filter = () => (chunk) => chunk,
  ): Promise<FlakyConnection> {
    const listener = createServer();
    const port = await listen(listener);
    const url = Object.assign(new URL(target()), { hostname: '127.0.0.1', port: String(port) });
    return new FlakyConnection(listener, url.href.replace(/\/$/, ''), target, filter);
  }

  /** Resets all connections. */
  cut(): void {
    for (const socket of this.open) socket.resetAndDestroy();
  }

  /** Drops the next answer and its connection: the server has done its work, and the client does not learn of it. */
  loseNextAnswer(): void {
    this.losing = true;
  }

  /** Stalls the proxy or lets it continue. While stalled, it accepts connections but transfers nothing. */
  stall(stalls: boolean): void {
    this.stalls = stalls;
    for (const socket of this.open)
      if (stalls) socket.pause();
      else socket.resume();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.listener.close(resolve));
  }

  private join(client: Socket): void {
    this.connections += 1;
    const { hostname, port } = new URL(this.target());
    const server = connect(Number(port), hostname);
    const filter = this.filter();
    client.on('data', (chunk) => server.write(chunk));
    server.on('data', (chunk) => {
      if (!this.losing) client.write(filter(chunk));
      else {
        this.losing = false;
        client.resetAndDestroy();
      }
    });
    for (const socket of [client, server]) {
      this.open.add(socket);
      if (this.stalls) socket.pause();
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.open.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
  }
}
