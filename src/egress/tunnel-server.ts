import { once } from 'node:events';
import { chmod, chown, rename } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { isJsonObject, type Json } from '../kernel/json.js';
import type { TunnelHello, TunnelRefusal } from '../runtime/protocol.js';
import { NOBODY } from '../runtime/sandbox/guest-spec.js';
import { ConnectError } from './connect-error.js';
import type { EgressSession } from './egress-session.js';
import { Greeting } from './tunnel-greeting.js';

const ACCEPTED = 'ok\n';
/** Connections that have not said yet whose they are; one more ends the oldest of them. */
const MAX_STRANGERS = 256;
const BACKLOG = 511;

/**
 * The host's end of the guests' way to the network: a Unix socket that is bound into sandboxes. Each connection
 * names its run by a token and asks for a host; see {@link TunnelHello}. Whoever connects is taken to be hostile:
 * all that it can hold is bounded.
 */
export class TunnelServer {
  private readonly server: Server;
  private readonly strangers = new Set<Socket>();
  private readonly clients = new Set<Socket>();

  /** `find` gives the session of the run that has this token. */
  constructor(private readonly find: (token: string) => EgressSession | undefined) {
    this.server = createServer({ allowHalfOpen: true }, (client) => void this.serve(client));
  }

  /** Rejects where a socket cannot be made at `path`, where it comes as soon as it takes connections. */
  async listen(path: string): Promise<void> {
    const unfinished = `${path}.new`;
    this.server.listen({ path: unfinished, backlog: BACKLOG });
    await once(this.server, 'listening');
    // A connection that could not be taken, such as for want of descriptors, is its guest's loss alone.
    this.server.on('error', () => undefined);
    // As with the folder: a guest of root is another user.
    if (process.getuid?.() === 0) await chown(unfinished, 0, NOBODY);
    await chmod(unfinished, 0o660);
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
    const line = await this.lineOf(client, greeting);
    const remote = line === null ? null : await this.open(client, line);
    if (remote === null) return;
    const early = greeting.release();
    if (early.length > 0) remote.write(early);
    client.write(ACCEPTED);
    join(client, remote);
  }

  private async lineOf(client: Socket, greeting: Greeting): Promise<string | null> {
    this.strangers.add(client);
    const [oldest] = this.strangers;
    if (this.strangers.size > MAX_STRANGERS) oldest?.destroy();
    const line = await greeting.line;
    this.strangers.delete(client);
    return line;
  }

  /** The connection that was asked for; null once the client has been told why there is none, or is gone. */
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
      // One that never reads the answer must not stay.
      client.end(refusalOf(error), () => client.destroy());
    }
    return null;
  }
}

/** Bytes both ways. Each half ends by itself; an error of either is the end of both. */
function join(client: Socket, remote: Socket): void {
  client.pipe(remote);
  remote.pipe(client);
  client.once('close', () => remote.destroy());
  remote.once('close', () => {
    // What has come in before an orderly end is still on its way to the guest.
    if (remote.readableEnded) client.end(() => client.destroy());
    else client.destroy();
  });
}

function refusalOf(error: unknown): string {
  const refusal: TunnelRefusal =
    error instanceof ConnectError
      ? { reason: error.fault, message: error.message }
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
