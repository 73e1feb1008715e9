/** Pattern of a provider's name. */
export const PROVIDER_NAME = /^[a-z0-9][a-z0-9-]{0,49}$/;
/** Pattern of a model's name: dots and underscores are allowed, since providers use them. */
export const MODEL_NAME = /^[a-z0-9][a-z0-9._-]{0,99}$/;

/**
 * Wire formats of providers: OpenAI's Responses, its chat completions, the same from others, Anthropic's and Google's.
 */
export const PROVIDER_KINDS = [
  'openai',
  'openai_chat',
  'openai_compatible',
  'anthropic',
  'google',
] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** Default addresses of providers. */
export const USUAL_URLS: Record<Exclude<ProviderKind, 'openai_compatible'>, string> = {
  openai: 'https://api.openai.com/v1',
  openai_chat: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
};

/** USD for a million tokens. */
export interface ModelPrices {
  input: number;
  /** Null: same as `input`. */
  cached_input: number | null;
  output: number;
}

/** A model of a provider. */
export interface ProviderModel {
  /** The part after the slash in `provider/name`. */
  name: string;
  /** The provider's name of the model. */
  model: string;
  /** Maximum number of tokens of a request and its answer together. */
  context_tokens: number;
  max_output_tokens: number;
  prices: ModelPrices | null;
  /** True if the model accepts images. */
  images: boolean;
  /** Length of its embeddings; null if it creates none. An embedding model does not generate text. */
  embeddings: number | null;
}

/** The fields of a provider. */
export interface ProviderDefinition {
  name: string;
  kind: ProviderKind;
  /** Base URL without a trailing slash. */
  base_url: string;
  /** Name of the secret or environment variable with the key; null for requests without a key. */
  secret: string | null;
  /** Headers sent with each request; a value may contain `{{secret:NAME}}`. */
  headers: Record<string, string>;
  models: ProviderModel[];
  /** False to request the answer as a whole. */
  stream: boolean;
  /** Timeout of a whole request in seconds. */
  timeout_seconds: number;
  /** Timeout for the first part of an answer in seconds. */
  first_token_seconds: number;
  max_concurrency: number;
  requests_per_minute: number | null;
  tokens_per_minute: number | null;
}

/** A provider that is available to a project. */
export interface Provider extends ProviderDefinition {
  /** Null for a provider of the installation. */
  id: string | null;
  /** Null for a provider of the installation. */
  projectId: string | null;
}

/** A stored provider of a project. */
export interface StoredProvider extends Provider {
  id: string;
  projectId: string;
  createdAt: number;
  updatedAt: number;
  /** Name of the user who changed it last. */
  updatedBy: string;
}

/** Returns the reference of a model: `provider/name`. */
export function modelRef(
  provider: Pick<Provider, 'name'>,
  model: Pick<ProviderModel, 'name'>,
): string {
  return `${provider.name}/${model.name}`;
}

const SECRET = /\{\{secret:([^}]*)\}\}/g;

/** Returns the names of the secrets in a header value. */
export function secretsIn(value: string): string[] {
  return [...value.matchAll(SECRET)].map(([, name = '']) => name);
}

/** Inserts secrets into a header value. */
export function withSecrets(value: string, secrets: ReadonlyMap<string, string>): string {
  return value.replaceAll(SECRET, (_, name: string) => secrets.get(name) ?? '');
}
