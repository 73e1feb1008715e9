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
  const { id, scope, updated_by, created_at, updated_at, ...body } = PROVIDER;
  expect(bodyOfProvider(draftOfProvider(PROVIDER))).toEqual(body);
});

it('the empty fields of a new provider send no number, price, secret or address', () => {
  const model = { name: '', model: '', context_tokens: 0, prices: null };
  expect(bodyOfProvider(NEW_PROVIDER)).toStrictEqual({
    name: '',
    kind: 'anthropic',
    secret: null,
    headers: {},
    models: [{ ...model, images: false, embeddings: null }],
    stream: true,
    timeout_seconds: 600,
    first_token_seconds: 60,
    max_concurrency: 8,
    requests_per_minute: null,
    tokens_per_minute: null,
  });
});
