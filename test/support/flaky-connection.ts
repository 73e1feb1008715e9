import { createServer, type Server, type Socket, connect } from 'node:net';
import { once } from 'node:events';

/** A connection to a server that a test can break: clients reach the server by `url` alone. */
export class FlakyConnection {
  /** Connections that clients have made so far. */
  connections = 0;
  private readonly open = new Set<Socket>();
  private losing = false;

  private constructor(
    private readonly listener: Server,
    /** Returns the URL of the server, which changes with a restart. */
    private readonly target: () => string,
  ) {
    listener.on('connection', (client) => this.join(client));
  }

  static async open(target: () => string): Promise<FlakyConnection> {
    const listener = createServer();
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return new FlakyConnection(listener, target);
  }

  get url(): string {
    const address = this.listener.address();
    if (address === null || typeof address === 'string') throw new Error('it does not listen');
    return `http://127.0.0.1:${address.port}`;
  }

  /** Breaks all connections off. */
  cut(): void {
    for (const socket of this.open) socket.resetAndDestroy();
  }

  /** Drops the next answer: the server has done its work, and the client does not learn of it. */
  loseNextAnswer(): void {
    this.losing = true;
  }

  async close(): Promise<void> {
    this.cut();
    this.listener.close();
    await once(this.listener, 'close');
  }

  private join(client: Socket): void {
    this.connections += 1;
    const { hostname, port } = new URL(this.target());
    const server = connect(Number(port), hostname);
    for (const socket of [client, server]) {
      this.open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.open.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    client.on('data', (chunk) => server.write(chunk));
    server.on('data', (chunk) => {
      if (!this.losing) client.write(chunk);
      else {
        this.losing = false;
        client.resetAndDestroy();
      }
    });
  }
}
