import { once } from 'node:events';
import { chmod, chown, rename } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { isJsonObject, type Json } from '../../base/kernel/json.js';
import type { TunnelHello, TunnelRefusal } from '../runtime/protocol.js';
import { ConnectError } from './connect-error.js';
import type { EgressSession } from './egress-session.js';
import { Greeting } from './tunnel-greeting.js';

const ACCEPTED = 'ok\n';
/** Maximum number of connections that have not identified their run yet; one more ends the oldest. */
const MAX_UNIDENTIFIED = 256;
const BACKLOG = 511;

/**
 * The host's end of the guests' access to the network: a Unix socket that is mounted in sandboxes. Each connection
 * names its run by a token and asks for a host; see {@link TunnelHello}. Clients are treated as hostile: all resources
 * that they can hold are bounded.
 */
export class TunnelServer {
  private readonly server: Server;
  private readonly unidentified = new Set<Socket>();
  private readonly clients = new Set<Socket>();

  /** `find` returns the session of the run with this token. */
  constructor(private readonly find: (token: string) => EgressSession | undefined) {
    this.server = createServer({ allowHalfOpen: true }, (client) => void this.serve(client));
  }

  /**
   * Listens at `path`, where the socket appears as soon as it accepts connections; rejects if it cannot be created.
   * `group` owns the socket; null for the group of this process.
   */
  async listen(path: string, mode = 0o660, group: number | null = null): Promise<void> {
    const unfinished = `${path}.new`;
    this.server.listen({ path: unfinished, backlog: BACKLOG });
    await once(this.server, 'listening');
    // A connection that could not be accepted, for example for lack of descriptors, concerns only its guest.
    this.server.on('error', () => undefined);
    if (group !== null) await chown(unfinished, -1, group);
    await chmod(unfinished, mode);
    await rename(unfinished, path);
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const client of this.clients) client.destroy();
    await closed;
  }

  private async serve(client: Socket): Promise<void> {
    client.on('error', () => undefined);
    this.clients.add(client);
    client.once('close', () => this.clients.delete(client));
    const greeting = new Greeting(client);
    const line = await this.readLine(client, greeting);
    const remote = line === null ? null : await this.open(client, line);
    if (remote === null) return;
    const early = greeting.release();
    if (early.length > 0) remote.write(early);
    client.write(ACCEPTED);
    join(client, remote);
  }

  private async readLine(client: Socket, greeting: Greeting): Promise<string | null> {
    this.unidentified.add(client);
    const [oldest] = this.unidentified;
    if (this.unidentified.size > MAX_UNIDENTIFIED) oldest?.destroy();
    const line = await greeting.line;
    this.unidentified.delete(client);
    return line;
  }

  /** Resolves to the requested connection; null once the client has been refused or has closed. */
  private async open(client: Socket, line: string): Promise<Socket | null> {
    const gone = new AbortController();
    client.once('close', () => gone.abort());
    try {
      const hello = parseHello(line);
      const session = hello && this.find(hello.token);
      if (!hello || !session)
        throw new ConnectError('ended', 'This is not the network of a run that is under way.');
      session.admit(client);
      const remote = await session.connect(hello.host, hello.port, gone.signal);
      if (!client.destroyed) return remote;
      remote.destroy();
    } catch (error) {
      // A client that never reads the answer must not stay connected.
      client.end(refusalLine(error), () => client.destroy());
    }
    return null;
  }
}

/** Pipes bytes both ways. Each direction ends by itself; an error of either ends both. */
function join(client: Socket, remote: Socket): void {
  client.pipe(remote);
  remote.pipe(client);
  client.once('close', () => remote.destroy());
  remote.once('close', () => {
    // Data received before an orderly end is still on its way to the guest.
    if (remote.readableEnded) client.end(() => client.destroy());
    else client.destroy();
  });
}

function refusalLine(error: unknown): string {
  const refusal: TunnelRefusal =
    error instanceof ConnectError
      ? { reason: error.reason, message: error.message }
      : { reason: 'unreachable', message: 'The service could not make this connection.' };
  return `${JSON.stringify(refusal)}\n`;
}

function parseHello(line: string): TunnelHello | null {
  let hello: Json;
  try {
    hello = JSON.parse(line);
  } catch {
    return null;
  }
  if (!isJsonObject(hello)) return null;
  const { token, host, port } = hello;
  const known = typeof token === 'string' && typeof host === 'string' && typeof port === 'number';
  return known ? { token, host, port } : null;
}
