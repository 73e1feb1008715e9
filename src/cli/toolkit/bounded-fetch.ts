import type { Fetch } from '@metarun/client';
import { wrongAnswer } from './command-error.js';
import { bytesText } from './units.js';

/**
 * Maximum size of a response that is read as one text, in bytes. A page has about 1 MiB, and the largest item is a few
 * times the maximum request body of any setting, 64 MiB (docs/decisions/0011-bounds-of-answers.md). Node's strings are
 * limited to 512 MiB.
 */
const MOST_BYTES = 256 * 2 ** 20;

/**
 * Returns a `fetch` that limits responses read as a whole to `most` bytes. Streamed responses have their own limits.
 */
export function boundedFetch(send: Fetch, most = MOST_BYTES): Fetch {
  return async (request) => {
    const response = await send(request);
    const text = (): Promise<string> => readBodyText(response, most);
    return Object.assign(response, { text, json: async () => JSON.parse(await text()) as unknown });
  };
}

/** Returns the body of a response. Throws CommandError and closes the connection if it exceeds `most` bytes. */
async function readBodyText({ body }: Response, most: number): Promise<string> {
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
