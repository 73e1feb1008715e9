import type { Readable } from 'node:stream';

/** Maximum size of a line, in bytes. */
const MAX_LINE_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

/** Thrown once the process has ended, or has sent something that no converter sends. */
export class BrokenChannelError extends Error {
  override readonly name = 'BrokenChannelError';
}

/** Reads a converter's output on demand: all but one chunk stays in the pipe and makes the sender wait. */
export class AnswerReader {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);
  /** A read that is always pending, so that the end of the channel is seen even while no caller reads. */
  private ahead: Promise<IteratorResult<Buffer>>;

  constructor(channel: Readable) {
    this.chunks = channel.iterator({ destroyOnReturn: false });
    this.ahead = this.pull();
  }

  /** Returns the next line, without its newline. */
  async line(): Promise<string> {
    const parts: Buffer[] = [];
    let length = 0;
    for (;;) {
      const end = this.rest.indexOf(NEWLINE);
      const part = end === -1 ? this.rest : this.rest.subarray(0, end);
      parts.push(part);
      length += part.length;
      if (length > MAX_LINE_BYTES) throw new BrokenChannelError('a line is too long');
      if (end !== -1) {
        this.rest = this.rest.subarray(end + 1);
        return Buffer.concat(parts).toString('utf8');
      }
      this.rest = await this.next();
    }
  }

  /** Returns the next `bytes` bytes in a separate buffer. */
  async body(bytes: number): Promise<Buffer> {
    const body = Buffer.allocUnsafeSlow(bytes);
    let filled = 0;
    for (;;) {
      const copied = this.rest.copy(body, filled);
      this.rest = this.rest.subarray(copied);
      filled += copied;
      if (filled === bytes) return body;
      this.rest = await this.next();
    }
  }

  /** Resolves when more data has arrived or the channel has ended. */
  async more(): Promise<void> {
    if (this.rest.length === 0) await this.ahead.catch(() => undefined);
  }

  private pull(): Promise<IteratorResult<Buffer>> {
    const pulled = this.chunks.next();
    // The next reader gets the error.
    pulled.catch(() => undefined);
    return pulled;
  }

  private async next(): Promise<Buffer> {
    try {
      const { done, value } = await this.ahead;
      if (done !== true) {
        this.ahead = this.pull();
        return value;
      }
    } catch (error) {
      throw new BrokenChannelError('the channel has failed', { cause: error });
    }
    throw new BrokenChannelError('the channel has ended');
  }
}
