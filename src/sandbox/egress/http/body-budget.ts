import type { Readable } from 'node:stream';
import { MetarunError } from '../../../base/kernel/errors.js';
import { tooLargeError } from './content-coding.js';
import { MAX_BODY_BYTES } from './http-request.js';

/** Limit on the bodies that a run receives at the same time, together (bytes). */
const MAX_RECEIVING_BYTES = 8 * MAX_BODY_BYTES;

/** Limits the server's memory for incoming responses to the requests of one run. */
export class BodyBudget {
  private receiving = 0;

  /** Reads all of `source`. Throws `too_large` above the limit of one body or of all bodies being received. */
  async read(source: Readable, host: string): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        size += chunk.length;
        this.receiving += chunk.length;
        if (size > MAX_BODY_BYTES) throw tooLargeError(host);
        if (this.receiving > MAX_RECEIVING_BYTES)
          throw new MetarunError(
            'too_large',
            `The run is receiving more than ${MAX_RECEIVING_BYTES} bytes at once: make fewer requests at a time.`,
          );
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    } finally {
      this.receiving -= size;
    }
  }
}
