import { expect, it } from '@jest/globals';
import type { ArgumentsHost } from '@nestjs/common';
import { pino } from 'pino';
import { ProblemFilter } from './problem.filter.js';

/** Returns the status of the answer to a request that throws, and what is logged of it. */
function answered(thrown: unknown): { status: number; logged: string } {
  let logged = '';
  let status = 0;
  const response = {
    headersSent: false,
    locals: {},
    getHeader: () => undefined,
    setHeader: () => undefined,
    status: (code: number) => {
      status = code;
      return response;
    },
    type: () => response,
    send: () => response,
  };
  const host = {
    switchToHttp: () => ({
      getRequest: () => ({ method: 'POST', path: '/tasks' }),
      getResponse: () => response,
    }),
  } as unknown as ArgumentsHost;
  new ProblemFilter(pino({}, { write: (line) => (logged += line) })).catch(thrown, host);
  return { status, logged };
}

it('a request that fails for lack of a database connection is logged without its stack', () => {
  const gone = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), {
    code: 'ECONNREFUSED',
  });
  const { status, logged } = answered(new Error('A query failed.', { cause: gone }));
  expect(status).toBe(503);
  expect(logged).toMatch(/ECONNREFUSED 127.0.0.1:5432.*"path":"\/tasks".*there is no connection/);
  expect(logged).not.toContain('stack');
});

it('a request that fails for another reason is logged with its stack', () => {
  const { status, logged } = answered(new Error('It broke.'));
  expect(status).toBe(500);
  expect(logged).toMatch(/It broke.*"stack":.*problem.filter.spec/);
});
