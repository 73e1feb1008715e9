import type { Readable } from 'node:stream';

/** The most that a line may have, in bytes. */
const MAX_LINE_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

/** The process has ended, or has sent what no converter sends. */
export class BrokenChannelError extends Error {
  override readonly name = 'BrokenChannelError';
}

/** Reads what a converter sends as it is asked for: what nobody asks for stays in the pipe and keeps the sender waiting. */
export class AnswerReader {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(channel: Readable) {
    this.chunks = channel.iterator({ destroyOnReturn: false });
  }

  /** The next line, without its end. */
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

  /** The next `bytes` bytes, in memory of their own. */
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

  private async next(): Promise<Buffer> {
    try {
      const { done, value } = await this.chunks.next();
      if (done !== true) return value;
    } catch (error) {
      throw new BrokenChannelError('the channel has failed', { cause: error });
    }
    throw new BrokenChannelError('the channel has ended');
  }
}
