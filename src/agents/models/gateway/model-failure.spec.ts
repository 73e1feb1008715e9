import { describe, expect, it } from '@jest/globals';
import { MetarunError } from '../../../base/kernel/errors.js';
import { ConnectError } from '../../../sandbox/egress/connect-error.js';
import { ModelFailure } from '../model-gateway.js';
import { toModelFailure, safe, retryAfterMs } from './model-failure.js';

const PLACE = { provider: 'shop', model: 'small', values: ['key-1234', 'abc'] };

/** Returns the library's error for an answer. */
function answered(statusCode: number, responseBody: unknown, responseHeaders = {}): Error {
  return Object.assign(new Error('failed'), { statusCode, responseBody, responseHeaders });
}

const named = (name: string, message: string): Error => Object.assign(new Error(message), { name });
const said = (message: string) => JSON.stringify({ error: { message } });

describe('the failure of a request to a model', () => {
  it.each<[number, unknown, string, boolean]>([
    [400, said('bad'), 'model_error', false],
    [400, said('prompt is too long'), 'too_long', false],
    [413, said('maximum context length is 8'), 'too_long', false],
    [422, said('too many input tokens'), 'too_long', false],
    [403, said('prompt is too long'), 'model_error', false],
    [400, said('blocked by content_filter'), 'model_refused', false],
    [422, said('blocked by content_filter'), 'model_error', false],
    [401, said('no key'), 'model_error', false],
    [402, said('pay'), 'model_error', false],
    [404, said('none'), 'model_error', false],
    [302, '', 'model_error', false],
    [408, '', 'model_error', true],
    [409, '', 'model_error', true],
    [425, '', 'model_error', true],
    [429, said('slow down'), 'model_error', true],
    [429, said('insufficient_quota'), 'model_error', false],
    [499, '', 'model_error', false],
    [500, '<h1>Oops</h1>', 'model_error', true],
    [503, '', 'model_error', true],
    [200, said('overloaded'), 'model_error', true],
    [200, said('wrong'), 'model_error', false],
    [200, '{"ok":1}', 'model_error', false],
    [200, JSON.stringify({ response: { error: { code: 'server_error' } } }), 'model_error', true],
  ])(
    'the status %i with the body %j is a %s, to be tried again: %j',
    (status, body, code, again) => {
      expect(toModelFailure(answered(status, body), PLACE)).toMatchObject({ code, again });
    },
  );

  it.each<[string, unknown, string, boolean]>([
    ['a text', 'Overloaded', 'model_error', true],
    ['an unknown text', 'Bad luck', 'model_error', false],
    ['nothing', '', 'model_error', true],
    ['a code', { code: 529, message: 'x' }, 'model_error', false],
    ['the code 503', { error: { code: 503 } }, 'model_error', true],
    ['too much', { message: 'exceeds the available context' }, 'too_long', false],
    ['a refusal', { message: 'prohibited_content' }, 'model_refused', false],
    ['no JSON', named('AI_JSONParseError', 'x'), 'model_error', true],
    ['an answer that is cut', new Error('It ended without a finish'), 'model_error', true],
    ['another format', named('AI_TypeValidationError', 'x'), 'model_error', false],
  ])('a stream that sends %s has failed as it says', (_, error, code, again) => {
    expect(toModelFailure(error, PLACE)).toMatchObject({ code, again });
  });

  it('a known failure keeps its code, wherever it is in the causes', () => {
    const known = new ModelFailure('is busy', { code: 'too_long', again: true, retryAfterMs: 7 });
    const found = toModelFailure(
      new Error('outer', { cause: Object.assign(new Error(), { lastError: known }) }),
      PLACE,
    );
    expect(found).toMatchObject({
      code: 'too_long',
      again: true,
      retryAfterMs: 7,
      message: 'The model "small" of the provider "shop" is busy',
    });
  });

  it('a provider that is not reached may be tried again, unless its address is not allowed', () => {
    const error = new MetarunError('unavailable', 'no route');
    expect(toModelFailure(error, PLACE)).toMatchObject({
      again: true,
      message: expect.stringContaining('no route'),
    });
    const denied = Object.assign(Object.create(ConnectError.prototype) as ConnectError, {
      reason: 'denied',
      message: 'not allowed',
    });
    expect(toModelFailure(denied, PLACE)).toMatchObject({ again: false });
  });

  it('a failure repeats what the provider says, without secrets and not at length', () => {
    const body = {
      error: { type: 'bad', code: 'bad', message: `no key-1234 for abc${'x'.repeat(3_000)}` },
    };
    const { message } = toModelFailure(answered(400, body), PLACE);
    expect(message).toContain('with the status 400: bad: no [redacted] for abcx');
    expect(message).toHaveLength(2_000);
    expect(toModelFailure(answered(500, '<h1>Bad</h1> gateway'), PLACE).message).toContain(
      ': Bad gateway.',
    );
    expect(safe('a\0b key-12345', { values: ['key-1234', 'key-12345'] })).toBe('a b [redacted]');
  });

  it.each<[Record<string, string>, number | null]>([
    [{}, null],
    [{ 'retry-after': '2' }, 2_000],
    [{ 'retry-after': ' 1.5 ' }, 1_500],
    [{ 'retry-after-ms': '20.2', 'retry-after': '9' }, 21],
    [{ 'retry-after-ms': 'soon', 'retry-after': '9' }, 9_000],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 0],
  ])('the headers %j ask for a pause of %j ms', (headers, pause) => {
    expect(retryAfterMs(headers)).toBe(pause);
    const failure = toModelFailure(answered(429, '', headers), PLACE);
    expect(failure.retryAfterMs).toBe(pause);
  });
});
