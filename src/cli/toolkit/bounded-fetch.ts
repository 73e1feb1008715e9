import type { Fetch } from '@metarun/client';
import { wrongAnswer } from './command-error.js';
import { bytesText } from './units.js';

/**
 * The most of an answer that is read as one text, in bytes. A page has some 1 MiB, and the largest item a few times what a body of a
 * request may have by any setting, 64 MiB (docs/decisions/0011-bounds-of-answers.md); a text of 512 MiB no program of Node can hold.
 */
const MOST_BYTES = 256 * 2 ** 20;

/** Returns a `fetch` whose answers are read up to `most` bytes where they are read as a whole; streams of them have their own bounds. */
export function boundedFetch(send: Fetch, most = MOST_BYTES): Fetch {
  return async (request) => {
    const response = await send(request);
    const text = (): Promise<string> => textOf(response, most);
    return Object.assign(response, { text, json: async () => JSON.parse(await text()) as unknown });
  };
}

/** Returns the body of an answer. Throws CommandError where it goes on beyond `most` bytes, which ends the connection. */
async function textOf({ body }: Response, most: number): Promise<string> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let count = 0;
  for await (const chunk of body ?? []) {
    count += chunk.byteLength;
    if (count > most)
      throw wrongAnswer(`The server gave an answer of more than ${bytesText(most)}.`);
    parts.push(decoder.decode(chunk, { stream: true }));
  }
  return parts.join('') + decoder.decode();
}
