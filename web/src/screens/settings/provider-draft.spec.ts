import { expect, it } from '@jest/globals';
import type { ModelProvider } from '../../api/types.js';
import { bodyOfProvider, draftOfProvider, NEW_PROVIDER } from './provider-draft.js';

const PROVIDER: ModelProvider = {
  id: 'p',
  scope: 'project',
  name: 'local',
  kind: 'openai_compatible',
  base_url: 'http://127.0.0.1:8081/v1',
  secret: 'LOCAL_KEY',
  headers: { 'X-Team': 'a: b', 'X-Key': '{{secret:OTHER}}' },
  models: [
    {
      name: 'small',
      model: 'small-1',
      context_tokens: 8_000,
      max_output_tokens: 1_000,
      prices: { input: 0.5, cached_input: null, output: 2 },
      images: true,
      embeddings: null,
    },
  ],
  stream: false,
  timeout_seconds: 30,
  first_token_seconds: 10,
  max_concurrency: 2,
  requests_per_minute: 60,
  tokens_per_minute: null,
  updated_by: 'ada',
  created_at: null,
  updated_at: null,
};

it('a provider is unchanged after it passes through the form', () => {
  const body = bodyOfProvider(draftOfProvider(PROVIDER));
  expect(PROVIDER).toMatchObject(body);
});

it('the empty fields of a new provider send no number, price, secret or address', () => {
  const body = bodyOfProvider(NEW_PROVIDER);
  expect(body).toMatchObject({ secret: null, requests_per_minute: null, headers: {} });
  expect(body).not.toHaveProperty('base_url');
  expect(body.models[0]).toMatchObject({ prices: null, embeddings: null });
  expect(body.models[0]).not.toHaveProperty('max_output_tokens');
});
