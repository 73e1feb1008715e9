/** The wire formats of providers: OpenAI's Responses, its chat completions, that format from others, Anthropic's, Google's. */
export const PROVIDER_KINDS = [
  'openai',
  'openai_chat',
  'openai_compatible',
  'anthropic',
  'google',
] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** Where requests go for a provider that names no address. */
export const USUAL_URLS: Record<Exclude<ProviderKind, 'openai_compatible'>, string> = {
  openai: 'https://api.openai.com/v1',
  openai_chat: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
};

/** USD for a million tokens. */
export interface ModelPrices {
  input: number;
  /** Null: as `input`. */
  cached_input: number | null;
  output: number;
}

/** A model of a provider. */
export interface ProviderModel {
  /** The part behind the slash of `provider/name`. */
  name: string;
  /** The name by which the provider knows it. */
  model: string;
  /** Tokens that a request and its answer may have together. */
  context_tokens: number;
  max_output_tokens: number;
  prices: ModelPrices | null;
  /** It takes images. */
  images: boolean;
  /** The length of its embeddings; null: it makes none. Such a model generates no text. */
  embeddings: number | null;
}

/** The fields of a provider. */
export interface ProviderDefinition {
  name: string;
  kind: ProviderKind;
  /** Without a slash at its end. */
  base_url: string;
  /** Name of the secret, or of the environment variable, that holds the key; null: requests have none. */
  secret: string | null;
  /** Sent with each request; a value may be `{{secret:NAME}}`. */
  headers: Record<string, string>;
  models: ProviderModel[];
  /** False: the answer is asked for as a whole. */
  stream: boolean;
  /** Seconds that a whole request may take. */
  timeout_seconds: number;
  /** From a request to the first part of its answer, in seconds. */
  first_token_seconds: number;
  max_concurrency: number;
  requests_per_minute: number | null;
  tokens_per_minute: number | null;
}

/** A provider that a project may use. */
export interface Provider extends ProviderDefinition {
  /** Null for one of the installation. */
  id: string | null;
  /** Null for one of the installation. */
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

/** Returns `provider/name`, as models are named everywhere. */
export function modelRef(
  provider: Pick<Provider, 'name'>,
  model: Pick<ProviderModel, 'name'>,
): string {
  return `${provider.name}/${model.name}`;
}

const SECRET = /\{\{secret:([^}]*)\}\}/g;

/** Returns the names of the secrets that a header's value asks for. */
export function secretsIn(value: string): string[] {
  return [...value.matchAll(SECRET)].map(([, name = '']) => name);
}

/** Returns a header's value with the secrets in it. */
export function withSecrets(value: string, secrets: ReadonlyMap<string, string>): string {
  return value.replaceAll(SECRET, (_, name: string) => secrets.get(name) ?? '');
}
