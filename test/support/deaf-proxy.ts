import { createServer, connect, type AddressInfo } from 'node:net';

/** The type of a message by which PostgreSQL notifies a client. */
const NOTIFICATION = 'A'.charCodeAt(0);
/** Bytes of a message before its content: its type, and its length without that. */
const HEAD = 5;

/**
 * A proxy in front of a PostgreSQL that lets all through but notifications, as a pooler does that gives each transaction another
 * connection. `url` leads through it to the same database.
 */
export async function deafProxy(target: string): Promise<{ url: string; close: () => void }> {
  const { hostname, port } = new URL(target);
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const keep = withoutNotifications();
    client.pipe(upstream);
    upstream.on('data', (chunk: Buffer) => client.write(keep(chunk)));
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, close: () => server.close() };
}

/** Returns a function that returns the whole messages which have come so far, less the notifications. */
function withoutNotifications(): (chunk: Buffer) => Buffer {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const kept: Buffer[] = [];
    while (rest.length >= HEAD) {
      const length = 1 + rest.readUInt32BE(1);
      if (rest.length < length) break;
      if (rest[0] !== NOTIFICATION) kept.push(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
    return Buffer.concat(kept);
  };
}
