import type { EmbeddingModel, LanguageModel } from 'ai';
import { MetarunError } from '../../../base/kernel/errors.js';
import type { Provider, ProviderModel } from '../providers/provider.js';
import type { Credentials } from './credentials.js';
import type { Libraries } from './libraries.js';

/**
 * Placeholder for the key of a provider without one; otherwise the libraries would look for a key in the environment.
 */
const NO_KEY = 'none';

interface Wire {
  libraries: Libraries;
  credentials: Credentials;
  fetch: typeof globalThis.fetch;
}

/** Returns the library's model object in the wire format of its provider. */
export function languageModel(
  provider: Provider,
  { model }: ProviderModel,
  wire: Wire,
): LanguageModel {
  const { libraries } = wire;
  const options = buildProviderOptions(provider, wire);
  switch (provider.kind) {
    case 'openai':
      return libraries.createOpenAI(options).responses(model);
    case 'openai_chat':
      return libraries.createOpenAI(options).chat(model);
    case 'openai_compatible':
      return libraries.createOpenAICompatible(compatible(provider, wire)).chatModel(model);
    case 'anthropic':
      return libraries.createAnthropic(options).languageModel(model);
    case 'google':
      return libraries.createGoogle(options).chat(model);
  }
}

/** Returns the library's embedding model. Throws `not_available` for a provider kind without embeddings. */
export function embeddingModel(
  provider: Provider,
  { model }: ProviderModel,
  wire: Wire,
): EmbeddingModel {
  const { libraries } = wire;
  const options = buildProviderOptions(provider, wire);
  switch (provider.kind) {
    case 'openai':
    case 'openai_chat':
      return libraries.createOpenAI(options).embeddingModel(model);
    case 'openai_compatible':
      return libraries.createOpenAICompatible(compatible(provider, wire)).embeddingModel(model);
    case 'google':
      return libraries.createGoogle(options).embeddingModel(model);
    case 'anthropic':
      throw new MetarunError('not_available', `The provider "${provider.name}" has no embeddings.`);
  }
}

function buildProviderOptions({ base_url: baseURL }: Provider, { credentials, fetch }: Wire) {
  return { baseURL, apiKey: credentials.key ?? NO_KEY, headers: credentials.headers, fetch };
}

function compatible({ name, base_url: baseURL }: Provider, { credentials, fetch }: Wire) {
  const { key, headers } = credentials;
  return {
    name,
    baseURL,
    headers,
    fetch,
    includeUsage: true,
    ...(key === null ? {} : { apiKey: key }),
  };
}
