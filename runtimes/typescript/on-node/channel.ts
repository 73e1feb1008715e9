import { readSync, writeSync } from 'node:fs';
import type { Socket } from 'node:net';
import { CHANNEL_FD, openChannel, SECOND_FD } from '../lines.js';

/** Time for which a script's code runs before its next frame polls for frames of the host (ms). */
const POLL_MS = 10;
/** Pause until the channel may accept more (ms). */
const FULL_MS = 1;
const CHUNK = 64 * 1024;

/**
 * The channel to the host for a script on this same thread. Writes are synchronous: a script that sends faster than the
 * host reads waits, and a script that never yields can still send frames and receive a cancel.
 */
export class Channel {
  private readonly socket: Socket;
  private readonly pause = new Int32Array(new SharedArrayBuffer(4));
  private readonly chunk = Buffer.alloc(CHUNK);
  private polledAt = 0;

  private readonly out: number;

  /** `twoDescriptors` is true in a container, where stdin and stdout are the channel. */
  constructor(onLine: (line: string) => void, twoDescriptors: boolean) {
    this.out = twoDescriptors ? SECOND_FD : CHANNEL_FD;
    this.socket = openChannel(onLine, !twoDescriptors);
  }

  /** Keeps the process alive for the host's frames, or lets it end when nothing else is left to do. */
  hold(wanted: boolean): void {
    if (wanted) this.socket.ref();
    else this.socket.unref();
  }

  /** Sends a frame, given as JSON. */
  write(json: string): void {
    let rest = Buffer.from(`${json}\n`);
    while (rest.length > 0) {
      const sent = nowOrLater(() => writeSync(this.out, rest));
      if (sent === null) Atomics.wait(this.pause, 0, 0, FULL_MS);
      else rest = rest.subarray(sent);
    }
  }

  /** Handles the frames that have arrived while the script was blocking the thread. */
  poll(): void {
    const now = performance.now();
    if (now - this.polledAt < POLL_MS) return;
    this.polledAt = now;
    const read = nowOrLater(() => readSync(CHANNEL_FD, this.chunk, 0, CHUNK, null));
    if (read !== null && read > 0)
      this.socket.emit('data', Buffer.from(this.chunk.subarray(0, read)));
  }
}

/** Returns the result of a call; null if it would have to wait. */
function nowOrLater(io: () => number): number | null {
  try {
    return io();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return null;
    throw error;
  }
}
