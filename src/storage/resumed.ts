import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { asUnavailable } from './s3-errors.js';

/** How often a content is asked for again in a row, and how long after the first fault, in ms. */
const TRIES = 3;
const PAUSE_MS = 200;

/**
 * The bytes of `first`; where they stop before their end it goes on with what `rest` gives from an offset, in bytes from
 * the first. What cannot be had this way ends with `unavailable`.
 */
export function resumed(first: Readable, rest: (offset: number) => Promise<Readable>): Readable {
  let body = first;
  async function* bytes(): AsyncGenerator<Buffer> {
    let offset = 0;
    for (let tries = 0; ;) {
      try {
        for await (const chunk of body as AsyncIterable<Buffer>) {
          offset += chunk.length;
          tries = 0;
          yield chunk;
        }
        return;
      } catch (error) {
        tries += 1;
        if (tries > TRIES) throw asUnavailable(error);
        await setTimeout(PAUSE_MS * tries);
        // Its end was the reader's wish.
        if (stream.destroyed) return;
        body = await rest(offset).catch((fault: unknown) => {
          throw asUnavailable(fault);
        });
        if (stream.destroyed) body.destroy();
      }
    }
  }
  const stream = Readable.from(bytes(), { objectMode: false });
  // Where nobody began to read it the generator does not come to its end.
  stream.once('close', () => body.destroy());
  return stream;
}
