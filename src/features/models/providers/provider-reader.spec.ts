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
  ['a header that is no text', { headers: { a: 1 } }, '"a" must have a text of at most 2000'],
])('readProvider refuses %s with a single error', (_, change, message) => {
  const read = readProvider({ ...PROVIDER, ...change }, 'secret');
  expect(read).toEqual({
    errors: [{ pointer: '/headers', message: expect.stringContaining(message) }],
  });
});
