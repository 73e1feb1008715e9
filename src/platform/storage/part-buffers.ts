/** The most released buffers that are kept for the next upload. */
const MAX_IDLE = 2;

/**
 * Memory for the parts of uploads. It is used again rather than left to the garbage collector, which would let several
 * times as much of it come together.
 */
export class PartBuffers {
  private readonly idle: Buffer[] = [];

  /** Never waits: the upload that holds a buffer could have a slow client. */
  take(bytes: number): Buffer {
    const known = this.idle.findIndex(({ length }) => length === bytes);
    const [buffer = Buffer.allocUnsafeSlow(bytes)] = known === -1 ? [] : this.idle.splice(known, 1);
    return buffer;
  }

  /** Releases a buffer, which its upload must not use any more. */
  give(buffer: Buffer): void {
    if (this.idle.length < MAX_IDLE) this.idle.push(buffer);
  }
}
