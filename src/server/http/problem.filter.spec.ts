import { expect, it } from '@jest/globals';
import { type ArgumentsHost, BadRequestException, HttpException } from '@nestjs/common';
import { pino } from 'pino';
import { MetarunError } from '../../base/kernel/errors.js';
import { ProblemFilter } from './problem.filter.js';

/** Returns the status of a request that throws, and its log entry. */
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
  expect(logged).toMatch(
    /ECONNREFUSED 127.0.0.1:5432.*"path":"\/tasks".*no connection is available/,
  );
  expect(logged).not.toContain('stack');
});

it('a request that fails for another reason is logged with its stack', () => {
  const { status, logged } = answered(new Error('It broke.'));
  expect(status).toBe(500);
  expect(logged).toMatch(/It broke.*"stack":.*problem.filter.spec/);
});

it.each<[string, unknown, number]>([
  ['what the framework refuses', new BadRequestException(), 400],
  ['a URL that cannot be read', new URIError('x'), 400],
  ['a body that is too large', Object.assign(new Error('x'), { status: 413 }), 413],
  ['an unknown charset', { status: 415 }, 415],
  ['a status of no known error', new HttpException('x', 418), 500],
  ['a status that is not a number', { status: '413' }, 500],
  ['nothing', null, 500],
  ['a text', 'x', 500],
  ['a conflict', new MetarunError('conflict', 'x'), 409],
])('%s is answered with its status: %j is %i', (_, thrown, status) => {
  expect(answered(thrown).status).toBe(status);
});
