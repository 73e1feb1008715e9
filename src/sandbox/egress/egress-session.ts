import type { Socket } from 'node:net';
import type { NetworkAccess } from '../runtime/protocol.js';
import type { RunNetwork } from '../runtime/run-network.js';
import { ConnectError } from './connect-error.js';
import type { EgressGuard, NetworkRules } from './egress-guard.js';

/** Maximum number of connections of a run, open or opening. */
const MAX_CONNECTIONS = 64;
/** Time without data in either direction after which a connection is closed (ms). */
const IDLE_MS = 300_000;
/** Interval at which a run's transferred bytes are counted (ms). */
const COUNT_MS = 1_000;

export interface EgressSessionOptions {
  guard: EgressGuard;
  rules: NetworkRules;
  /** Limit on the bytes that the run may send and receive, together. */
  maxBytes: number;
  access: NetworkAccess;
  onClose: () => void;
}

/** The network of one run, from its start to its end. */
export class EgressSession implements RunNetwork {
  private readonly ended = new AbortController();
  private readonly sockets = new Set<Socket>();
  private readonly guests = new Set<Socket>();
  private opening = 0;
  /** Bytes transferred by closed connections. */
  private transferredBefore = 0;
  private counter: NodeJS.Timeout | null = null;

  constructor(private readonly options: EgressSessionOptions) {}

  /** The guest's access to the same network. */
  get access(): NetworkAccess {
    return this.options.access;
  }

  async connect(host: string, port: number, signal?: AbortSignal): Promise<Socket> {
    const { guard, rules, maxBytes } = this.options;
    if (this.sockets.size + this.opening >= MAX_CONNECTIONS) throw tooMany();
    if (this.transferred > maxBytes)
      throw new ConnectError(
        'denied',
        `The run has transferred ${maxBytes} bytes, which is all it may (METARUN_LIMITS.network_bytes).`,
      );
    const signals = signal === undefined ? [this.ended.signal] : [this.ended.signal, signal];
    this.opening += 1;
    try {
      const any = AbortSignal.any(signals);
      return this.keep(await guard.connect(rules, { host, port }, any));
    } finally {
      this.opening -= 1;
    }
  }

  /**
   * Adds a guest's end of the tunnel to the run's connections until it is closed: an end that is not read outlives its
   * connection. Throws {@link ConnectError} if the run has too many connections.
   */
  admit(guest: Socket): void {
    if (this.guests.size >= MAX_CONNECTIONS) throw tooMany();
    this.guests.add(guest);
    guest.once('close', () => this.guests.delete(guest));
  }

  /** Closes every connection, including those being opened, and allows no more. Idempotent. */
  close(): void {
    this.ended.abort();
    this.destroyAll();
    for (const guest of this.guests) guest.destroy();
    this.options.onClose();
  }

  private keep(socket: Socket): Socket {
    if (this.ended.signal.aborted) socket.destroy();
    this.sockets.add(socket);
    socket.setTimeout(IDLE_MS, () => socket.destroy());
    this.counter ??= setInterval(() => {
      if (this.transferred > this.options.maxBytes) this.destroyAll();
    }, COUNT_MS).unref();
    socket.once('close', () => {
      this.sockets.delete(socket);
      this.transferredBefore += transferredBy(socket);
      if (this.sockets.size > 0 || this.counter === null) return;
      clearInterval(this.counter);
      this.counter = null;
    });
    return socket;
  }

  private destroyAll(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private get transferred(): number {
    const open = [...this.sockets].reduce((sum, socket) => sum + transferredBy(socket), 0);
    return this.transferredBefore + open;
  }
}

function tooMany(): ConnectError {
  return new ConnectError(
    'too_many',
    `A run may have ${MAX_CONNECTIONS} connections open at once; close some first.`,
  );
}

function transferredBy({ bytesRead, bytesWritten }: Socket): number {
  return bytesRead + bytesWritten;
}
