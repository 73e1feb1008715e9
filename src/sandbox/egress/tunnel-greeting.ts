import type { Socket } from 'node:net';
import { MAX_TUNNEL_HELLO_BYTES } from '../runtime/protocol.js';

/** Limit on the bytes that a guest sends after the line and before the answer, although it should send none. */
const MAX_EARLY_BYTES = 64 * 1024;

/**
 * The bytes that a guest sends before it is answered. If there are too many or the guest ends its side, `client` is
 * destroyed.
 */
export class Greeting {
  /** The first line; null once `client` is closed. */
  readonly line: Promise<string | null>;
  private received: Buffer = Buffer.alloc(0);
  private settle!: (line: string | null) => void;
  private complete = false;

  constructor(private readonly client: Socket) {
    this.line = new Promise((resolve) => {
      this.settle = resolve;
    });
    client.on('data', this.onData);
    client.once('end', this.refuse);
    client.once('close', () => this.settle(null));
  }

  /** Stops listening; returns the bytes received after the line. */
  release(): Buffer {
    this.client.off('data', this.onData).off('end', this.refuse);
    return this.received;
  }

  private readonly refuse = (): void => {
    this.client.destroy();
  };

  private readonly onData = (chunk: Buffer): void => {
    this.received = Buffer.concat([this.received, chunk]);
    const length = this.complete ? -1 : this.received.indexOf('\n');
    if (length !== -1 && length <= MAX_TUNNEL_HELLO_BYTES) {
      this.complete = true;
      this.settle(this.received.subarray(0, length).toString());
      this.received = this.received.subarray(length + 1);
    }
    const most = this.complete ? MAX_EARLY_BYTES : MAX_TUNNEL_HELLO_BYTES;
    if (this.received.length > most) this.refuse();
  };
}
