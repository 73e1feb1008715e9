import { expect, it } from '@jest/globals';
import { readProvider } from './provider-reader.js';

const PROVIDER = {
  name: 'local',
  kind: 'openai_compatible',
  base_url: 'https://models.example.com/v1',
  secret: null,
  models: [{ name: 'small', model: 'small-1', context_tokens: 8_192, max_output_tokens: 1_024 }],
};

it('readProvider accepts a provider and lower-cases its header names', () => {
  const read = readProvider({ ...PROVIDER, headers: { 'X-Team': 'a' } }, 'secret');
  expect(read).toMatchObject({ provider: { name: 'local', headers: { 'x-team': 'a' } } });
});

const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, 0]));

it.each([
  ['too many headers', { headers: many }, 'must have 20 entries at most, not 5000'],
  ['a list of headers', { headers: [] }, 'must be an object of names and values, not a list'],
  ['a header that is not text', { headers: { a: 1 } }, '"a" must have a text of at most 2000'],
])('readProvider refuses %s with a single error', (_, change, message) => {
  const read = readProvider({ ...PROVIDER, ...change }, 'secret');
  expect(read).toEqual({
    errors: [{ pointer: '/headers', message: expect.stringContaining(message) }],
  });
});

it('readProvider fills in what is usual', () => {
  expect(readProvider({ ...PROVIDER, kind: 'openai', base_url: null }, 'secret')).toEqual({
    provider: {
      name: 'local',
      kind: 'openai',
      base_url: 'https://api.openai.com/v1',
      secret: null,
      headers: {},
      models: [{ ...PROVIDER.models[0], prices: null, images: false, embeddings: null }],
      stream: true,
      timeout_seconds: 600,
      first_token_seconds: 60,
      max_concurrency: 8,
      requests_per_minute: null,
      tokens_per_minute: null,
    },
  });
  const slashes = readProvider({ ...PROVIDER, base_url: 'https://a.example/v1//' }, 'secret');
  expect(slashes).toMatchObject({ provider: { base_url: 'https://a.example/v1' } });
});

it.each<[object, string]>([
  [{ kind: 'other' }, '/kind'],
  [{ name: 'a/b' }, '/name'],
  [{ secret: '1KEY' }, '/secret'],
  [{ api_key_env: 'KEY' }, '/api_key_env'],
  [{ base_url: null }, '/base_url'],
  [{ base_url: 'https://a.example/?q' }, '/base_url'],
  [{ base_url: 'https://a:b@a.example/' }, '/base_url'],
  [{ models: [] }, '/models'],
  [{ models: [PROVIDER.models[0], PROVIDER.models[0]] }, '/models/1/name'],
  [{ stream: 'yes' }, '/stream'],
  [{ timeout_seconds: 9 }, '/timeout_seconds'],
  [{ timeout_seconds: 3_601 }, '/timeout_seconds'],
  [{ first_token_seconds: 0 }, '/first_token_seconds'],
  [{ max_concurrency: 257 }, '/max_concurrency'],
  [{ requests_per_minute: 0 }, '/requests_per_minute'],
  [{ tokens_per_minute: 1.5 }, '/tokens_per_minute'],
])('readProvider finds what is wrong in %j at %s', (change, pointer) => {
  const read = readProvider({ ...PROVIDER, ...change }, 'secret');
  expect(read).toMatchObject({ errors: [{ pointer }] });
});

it.each<[object, string]>([
  [{ context_tokens: null }, '/context_tokens'],
  [{ max_output_tokens: null }, '/max_output_tokens'],
  [{ max_output_tokens: 8_193 }, '/max_output_tokens'],
  [{ images: 1 }, '/images'],
  [{ prices: { input: 1 } }, '/prices/output'],
  [{ prices: { input: -1, output: 1 } }, '/prices/input'],
  [{ prices: { input: 1, output: 1, other: 1 } }, '/prices/other'],
  [{ model: '' }, '/model'],
])('readProvider finds what is wrong in a model with %j at %s', (change, pointer) => {
  const read = readProvider(
    { ...PROVIDER, models: [{ ...PROVIDER.models[0], ...change }] },
    'secret',
  );
  expect(read).toMatchObject({
    errors: expect.arrayContaining([expect.objectContaining({ pointer: `/models/0${pointer}` })]),
  });
});
