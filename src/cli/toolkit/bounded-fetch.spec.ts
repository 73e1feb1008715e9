import { expect, it } from '@jest/globals';
import { type ApiError, MetarunClient } from '@metarun/client';
import { boundedFetch } from './bounded-fetch.js';

const MOST = 1000;
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Returns a client of a server with this answer. */
function createClient(
  body: ConstructorParameters<typeof Response>[0],
  status = 200,
): MetarunClient {
  const answer = async () => new Response(body, { status, headers: JSON_TYPE });
  return new MetarunClient({ url: 'http://h', token: 't', fetch: boundedFetch(answer, MOST) });
}

/** Returns an endless body, and counts in `seen` what was read of it. */
function endless(): { body: ReadableStream; seen: { bytes: number; ended: boolean } } {
  const seen = { bytes: 0, ended: false };
  const body = new ReadableStream({
    pull: (to) => {
      seen.bytes += 100;
      to.enqueue(new TextEncoder().encode('1,'.repeat(50)));
    },
    cancel: () => void (seen.ended = true),
  });
  return { body, seen };
}

it.each([200, 422])('an answer of %d without an end is given up at the bound', async (status) => {
  const { body, seen } = endless();
  await expect(createClient(body, status).me()).rejects.toMatchObject({
    code: 'wrong_answer',
    exit: 3,
  });
  expect(seen.bytes).toBeLessThan(MOST + 300);
  expect(seen.ended).toBe(true);
});

it('an answer within the bound is read, in characters that fall into two pieces too', async () => {
  const bytes = new TextEncoder().encode(JSON.stringify({ name: 'Ümit 🙂' }));
  const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
  expect(await createClient(ReadableStream.from(pieces)).me()).toEqual({ name: 'Ümit 🙂' });
  const problem = await createClient('{"code":"not_found","detail":"x"}', 404)
    .me()
    .catch((error: ApiError) => error);
  expect(problem).toMatchObject({ code: 'not_found', detail: 'x' });
});

it('a file may be larger than a text', async () => {
  const response = await createClient('x'.repeat(MOST + 1)).files.readRaw('/a');
  expect((await response.bytes()).byteLength).toBe(MOST + 1);
});
