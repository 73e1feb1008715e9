import { Buffer } from '../buffer.js';
import { toBuffer, type Data } from '../compute.js';

/** Collects data like a writable stream; the supervisor receives it as a whole. */
export abstract class Collected {
  protected parts: Buffer[] = [];

  update(data: Data, encoding?: unknown): this {
    this.parts.push(Buffer.from(toBuffer(data, encoding)));
    return this;
  }

  write(data: Data, encoding?: unknown): boolean {
    this.update(data, encoding);
    return true;
  }

  end(data?: Data, encoding?: unknown): this {
    return data === undefined ? this : this.update(data, encoding);
  }

  protected whole(): Buffer {
    const [only] = this.parts;
    return this.parts.length === 1 && only !== undefined ? only : Buffer.concat(this.parts);
  }
}
