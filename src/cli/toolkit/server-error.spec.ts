import { expect, it } from '@jest/globals';
import { ApiError, ConnectionError } from '@metarun/client';
import { serverError } from './server-error.js';

const refusal = (more: Partial<ConstructorParameters<typeof ApiError>[0]>): ApiError =>
  new ApiError({ status: 409, code: 'c', detail: 'd', ...more });

it.each<[Error, number, string | undefined]>([
  [new ConnectionError('http://u', 'ECONNREFUSED', 'no'), 3, 'Start a server there'],
  [refusal({ status: 401 }), 3, 'metarun login'],
  [refusal({ status: 403 }), 3, 'higher role'],
  [refusal({ status: 404 }), 1, '--project'],
  [refusal({ status: 429, retryAfterSeconds: 7 }), 1, 'Try again in 7 s.'],
  [refusal({ status: 500, requestId: 'r-1' }), 1, 'log has the cause under r-1'],
  [refusal({ requestId: 'r-1' }), 1, undefined],
])('an error of the server has its exit code and what helps: %s', (error, exit, fix) => {
  expect(serverError(error, null)).toMatchObject({ exit });
  expect(serverError(error, null)?.fix?.includes(fix ?? '')).toBe(fix && true);
});

it('an error of the language is that of an answer where a server has answered, and of the command elsewhere', () => {
  const error = new TypeError("Cannot read properties of null (reading 'id')");
  expect(serverError(error, 'h:1')).toMatchObject({
    code: 'wrong_answer',
    exit: 3,
    message: `h:1 gave an answer that this command cannot read: ${error.message}.`,
  });
  expect(serverError(error, null)).toBeNull();
});
