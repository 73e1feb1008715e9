import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

/** A connection, as far as it is known. */
interface Guest {
  socket: Socket;
  isKnown: boolean;
  channels: Set<string>;
}

/**
 * A Redis as far as metarun needs it, for machines that have none: subscriptions by RESP3, a password, and the one script that
 * counts requests.
 */
export class SmallRedis {
  private readonly guests = new Set<Guest>();
  private readonly counts = new Map<string, { count: number; until: number }>();
  private server: Server | null = null;
  private paused = false;

  constructor(
    readonly port: number,
    private readonly password: string,
  ) {}

  async start(): Promise<void> {
    this.server = createServer((socket) => this.join(socket)).listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  /** Ends it as a kill does. What it has counted is lost. */
  async kill(): Promise<void> {
    this.counts.clear();
    const { server } = this;
    if (server === null) return;
    this.server = null;
    server.close();
    for (const { socket } of this.guests) socket.resetAndDestroy();
    await once(server, 'close');
  }

  /** While paused it takes connections and answers nothing. */
  pause(paused: boolean): void {
    this.paused = paused;
    for (const { socket } of this.guests)
      if (paused) socket.pause();
      else socket.resume();
  }

  private join(socket: Socket): void {
    const guest = { socket, isKnown: this.password === '', channels: new Set<string>() };
    this.guests.add(guest);
    socket.on('error', () => undefined);
    socket.on('close', () => this.guests.delete(guest));
    const take = commands((words) => socket.write(this.answer(guest, words)));
    socket.on('data', take);
    if (this.paused) socket.pause();
  }

  private answer(guest: Guest, [name = '', ...words]: string[]): string {
    switch (name.toUpperCase()) {
      case 'HELLO':
        return this.hello(guest, words);
      case 'PING':
        return '+PONG\r\n';
      case 'SUBSCRIBE':
        return words.map((channel) => subscribed(guest, channel)).join('');
      case 'PUBLISH':
        return this.publish(words);
      case 'EVAL':
        return this.count(words);
      default:
        return `-ERR unknown command '${name}'\r\n`;
    }
  }

  private hello(guest: Guest, words: string[]): string {
    const auth = words.indexOf('AUTH');
    if (auth >= 0) guest.isKnown = words[auth + 2] === this.password;
    if (guest.isKnown) return '%1\r\n+proto\r\n:3\r\n';
    return '-WRONGPASS invalid username-password pair or user is disabled.\r\n';
  }

  private publish([channel = '', text = '']: string[]): string {
    const readers = [...this.guests].filter(({ channels }) => channels.has(channel));
    for (const { socket } of readers)
      socket.write(`>3\r\n${bulk('message')}${bulk(channel)}${bulk(text)}`);
    return `:${readers.length}\r\n`;
  }

  /** EVAL script 1 key points seconds …: adds to a count that ends with its time. */
  private count([script = '', , key = '', points, seconds]: string[]): string {
    if (!script.includes('incrby')) return '-ERR it knows no other script\r\n';
    const now = Date.now();
    const known = this.counts.get(key);
    const entry =
      known !== undefined && known.until > now
        ? known
        : { count: 0, until: now + Number(seconds) * 1000 };
    entry.count += Number(points);
    this.counts.set(key, entry);
    return `*2\r\n:${entry.count}\r\n:${entry.until - now}\r\n`;
  }
}

function subscribed({ channels }: Guest, channel: string): string {
  channels.add(channel);
  return `>3\r\n${bulk('subscribe')}${bulk(channel)}:${channels.size}\r\n`;
}

function bulk(text: string): string {
  return `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
}

/** Returns what takes bytes and calls `run` for each whole command in them: an array of texts. */
function commands(run: (words: string[]) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (let found = command(rest); found !== null; found = command(rest)) {
      rest = rest.subarray(found.length);
      run(found.words);
    }
  };
}

/** Returns the first whole command of some bytes; null if there is none. */
function command(bytes: Buffer): { words: string[]; length: number } | null {
  let at = 0;
  const line = (): string | null => {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return null;
    const text = bytes.toString('utf8', at + 1, end);
    at = end + 2;
    return text;
  };
  const count = line();
  if (count === null) return null;
  const words: string[] = [];
  for (let left = Number(count); left > 0; left -= 1) {
    const length = line();
    if (length === null || bytes.length < at + Number(length) + 2) return null;
    words.push(bytes.toString('utf8', at, at + Number(length)));
    at += Number(length) + 2;
  }
  return { words, length: at };
}
