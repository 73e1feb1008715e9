import type { ProviderBody } from '../../api/model-providers.js';
import type { ModelProvider, ProviderModel } from '../../api/types.js';
import { parseNumberField, numberText } from '../../parts/number-text.js';

/** Model of a provider as the values of its form fields. */
export interface ModelDraft {
  name: string;
  model: string;
  context: string;
  output: string;
  /** Price in USD per million tokens; all three are '' for a model without prices. */
  priceIn: string;
  priceCached: string;
  priceOut: string;
  images: boolean;
  embeddings: string;
}

/** Provider as the values of its form fields. */
export interface ProviderDraft {
  name: string;
  kind: ModelProvider['kind'];
  url: string;
  /** Name of a secret; '' if there is none. */
  secret: string;
  /** One `Name: value` per line. */
  headers: string;
  models: ModelDraft[];
  stream: boolean;
  timeout: string;
  firstToken: string;
  concurrency: string;
  requests: string;
  tokens: string;
}

export const NEW_MODEL: ModelDraft = {
  name: '',
  model: '',
  context: '',
  output: '',
  priceIn: '',
  priceCached: '',
  priceOut: '',
  images: false,
  embeddings: '',
};

export const NEW_PROVIDER: ProviderDraft = {
  name: '',
  kind: 'anthropic',
  url: '',
  secret: '',
  headers: '',
  models: [NEW_MODEL],
  stream: true,
  timeout: '600',
  firstToken: '60',
  concurrency: '8',
  requests: '',
  tokens: '',
};

export function draftOfProvider(provider: ModelProvider): ProviderDraft {
  return {
    name: provider.name,
    kind: provider.kind,
    url: provider.base_url ?? '',
    secret: provider.secret ?? '',
    headers: Object.entries(provider.headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
    models: provider.models.map(draftOfModel),
    stream: provider.stream,
    timeout: String(provider.timeout_seconds),
    firstToken: String(provider.first_token_seconds),
    concurrency: String(provider.max_concurrency),
    requests: numberText(provider.requests_per_minute),
    tokens: numberText(provider.tokens_per_minute),
  };
}

export function bodyOfProvider(draft: ProviderDraft): ProviderBody {
  const url = draft.url.trim();
  return {
    name: draft.name.trim(),
    kind: draft.kind,
    ...(url !== '' && { base_url: url }),
    secret: draft.secret === '' ? null : draft.secret,
    headers: parseHeaders(draft.headers),
    models: draft.models.map(bodyOfModel),
    stream: draft.stream,
    timeout_seconds: parseNumberField(draft.timeout) ?? 0,
    first_token_seconds: parseNumberField(draft.firstToken) ?? 0,
    max_concurrency: parseNumberField(draft.concurrency) ?? 0,
    requests_per_minute: parseNumberField(draft.requests),
    tokens_per_minute: parseNumberField(draft.tokens),
  };
}

function draftOfModel(model: ProviderModel): ModelDraft {
  const { prices } = model;
  return {
    name: model.name,
    model: model.model,
    context: String(model.context_tokens),
    output: numberText(model.max_output_tokens ?? null),
    priceIn: numberText(prices?.input ?? null),
    priceCached: numberText(prices?.cached_input ?? null),
    priceOut: numberText(prices?.output ?? null),
    images: model.images ?? false,
    embeddings: numberText(model.embeddings ?? null),
  };
}

function bodyOfModel(draft: ModelDraft): ProviderModel {
  const output = parseNumberField(draft.output);
  const input = parseNumberField(draft.priceIn);
  const cached = parseNumberField(draft.priceCached);
  const answered = parseNumberField(draft.priceOut);
  const hasPrices = input !== null || cached !== null || answered !== null;
  return {
    name: draft.name.trim(),
    model: draft.model.trim(),
    context_tokens: parseNumberField(draft.context) ?? 0,
    ...(output !== null && { max_output_tokens: output }),
    prices: hasPrices
      ? {
          ...(input !== null && { input }),
          cached_input: cached,
          ...(answered !== null && { output: answered }),
        }
      : null,
    images: draft.images,
    embeddings: parseNumberField(draft.embeddings),
  };
}

/** Parses header lines. A line without a colon becomes a name without a value, which the server rejects. */
function parseHeaders(lines: string): Record<string, string> {
  return Object.fromEntries(
    lines
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const at = line.indexOf(':');
        return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
      }),
  );
}
