import { once } from 'node:events';
import type { Server } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import { EMPTY } from 'rxjs';
import { JsonBodyInterceptor } from './json-body.interceptor.js';

const COUNT = 12;
const LARGE = JSON.stringify({ list: Array.from({ length: 20_000 }, (_, n) => `item ${n}`) });

/** Number of turns of the event loop before each body was read. */
const seen: number[] = [];
let turns = 0;
let over = false;
let server: Server;

beforeAll(async () => {
  const interceptor = new JsonBodyInterceptor(2 * 1024 * 1024);
  const adapter = new ExpressAdapter();
  adapter.post('/', async (request: Request, response: Response) => {
    await interceptor.intercept(
      new ExecutionContextHost([request, response], undefined, () => undefined),
      {
        handle: () => EMPTY,
      },
    );
    seen.push(turns);
    response.json(Object.keys(request.body as object));
  });
  adapter.initHttpServer({});
  server = adapter.getHttpServer() as Server;
  await once(server.listen(0), 'listening');
});

afterAll(() => {
  over = true;
  server.close();
});

it('the event loop gets a turn between any two large JSON bodies', async () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it has no port');
  const count = async (): Promise<void> => {
    for (; !over; turns += 1) await nextTurn();
  };
  void count();
  const answers = await Promise.all(
    Array.from({ length: COUNT }, async () => {
      const response = await fetch(`http://localhost:${address.port}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: LARGE,
      });
      return response.json();
    }),
  );
  expect(answers).toEqual(Array(COUNT).fill(['list']));
  expect(new Set(seen).size).toBe(COUNT);
});
