/** Maximum number of released buffers that are kept for the next upload. */
const MAX_IDLE = 2;

/**
 * Memory for the parts of uploads. It is reused rather than left to the garbage collector, which would let several
 * times as much accumulate.
 */
export class PartBuffers {
  private readonly idle: Buffer[] = [];

  /** Returns a buffer without waiting: the upload that holds another one could have a slow client. */
  take(bytes: number): Buffer {
    const known = this.idle.findIndex(({ length }) => length === bytes);
    const [buffer = Buffer.allocUnsafeSlow(bytes)] = known === -1 ? [] : this.idle.splice(known, 1);
    return buffer;
  }

  /** Releases a buffer, which its upload must no longer use. */
  give(buffer: Buffer): void {
    if (this.idle.length < MAX_IDLE) this.idle.push(buffer);
  }
}
