import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import { answerJson } from './json-answer.js';

/** Answers a request with a value. Returns the text or the error that the client sees, and the reported failures. */
async function answerTo(value: unknown): Promise<{ text: string | Error; failures: unknown[] }> {
  const failures: unknown[] = [];
  const adapter = new ExpressAdapter();
  adapter.get('/', (_: Request, response: Response) =>
    answerJson(response, value, (error) => failures.push(error)),
  );
  const server = createServer(adapter.getInstance<RequestListener>()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  const text = await answer.text().catch((error: Error) => error);
  server.close();
  return { text, failures };
}

const LARGE = Array.from({ length: 1_000 }, (_, at) => ({ at, text: 'a'.repeat(1_000) }));

it('an answer of a megabyte is written to its end', async () => {
  const { text, failures } = await answerTo(LARGE);
  expect(JSON.parse(String(text))).toEqual(LARGE);
  expect(failures).toEqual([]);
});

it('an error amid an answer cuts its connection and is reported', async () => {
  const error = new Error('no more');
  const last = {
    get text(): string {
      throw error;
    },
  };
  const { text, failures } = await answerTo({ LARGE, last });
  expect(typeof text).toBe('object');
  expect(failures).toEqual([error]);
});
