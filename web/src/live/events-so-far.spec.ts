import { expect, it } from '@jest/globals';

it.each([
  ['refuses', () => Promise.resolve(Response.json({ code: 'unavailable' }, { status: 503 })), 503],
  ['does not answer', () => Promise.reject(new TypeError('Failed to fetch')), 0],
] as const)(
  'a server that %s does not count as a run without events',
  async (_, answer, status) => {
    Object.assign(globalThis, { document: { baseURI: 'http://server/ui/' }, fetch: answer });
    const { eventsSoFar } = await import('./events-so-far.js');
    const { signal } = new AbortController();
    await expect(eventsSoFar('p', 't', ['phase'], signal)).rejects.toMatchObject({
      name: 'RequestError',
      status,
    });
  },
);
