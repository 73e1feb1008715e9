import { validateHeaderName, validateHeaderValue } from 'node:http';
import {
  escapePointer,
  isJsonObject,
  type Json,
  type JsonObject,
  describeKind,
} from '../../../base/kernel/json.js';
import { quoted } from '../../../base/kernel/quoted.js';
import type { FieldError } from '../../../base/kernel/errors.js';
import { urlProblem } from '../../../sandbox/egress/http/http-request.js';
import {
  MODEL_NAME,
  type ModelPrices,
  PROVIDER_KINDS,
  PROVIDER_NAME,
  type ProviderDefinition,
  type ProviderKind,
  type ProviderModel,
  secretsIn,
  USUAL_URLS,
} from './provider.js';
import { SECRET_NAME, SECRET_NAME_RULE } from '../../../access/secrets/secret.js';
import { plainPattern } from '../../../base/kernel/hidden-characters.js';

const NAME_RULE = 'has 1 to 50 of a-z, 0-9 and "-", and does not begin with "-"';
const MODEL_NAME_RULE =
  'has 1 to 100 of a-z, 0-9, ".", "_" and "-", and begins with a letter or digit';
const MAX_MODELS = 50;
const MAX_HEADERS = 20;
const MAX_HEADER_LENGTH = 2_000;
const MAX_TOKENS = 100_000_000;
const MAX_PRICE = 1_000_000;
/** Limits and defaults of the timeouts for an answer and for its beginning, in seconds. */
const LEAST_TIMEOUT_SECONDS = 10;
const MAX_TIMEOUT_SECONDS = 3600;
const DEFAULT_TIMEOUT_SECONDS = 600;
const DEFAULT_FIRST_TOKEN_SECONDS = 60;
/** Headers that the service sets itself. */
const OWN_HEADERS =
  /^(connection|content-length|content-type|content-encoding|accept-encoding|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*)$/i;

/** Member with the name of the key: a secret of the project, or a variable of the server's environment. */
export type KeyMember = 'secret' | 'api_key_env';

/**
 * Returns a provider from a client or a file with defaults applied, or all errors in it. `key`: the member with the
 * name of the key.
 */
export function readProvider(
  json: Json,
  key: KeyMember,
): { provider: ProviderDefinition } | { errors: FieldError[] } {
  const errors: FieldError[] = [];
  const provider = new ProviderReader(json, '', errors).provider(key);
  return errors.length > 0 || provider === null ? { errors } : { provider };
}

/** Reads the members of an object and records each error with its location. */
class ProviderReader {
  private readonly value: JsonObject;

  constructor(
    json: Json,
    private readonly at: string,
    private readonly errors: FieldError[],
  ) {
    if (!isJsonObject(json)) this.wrong('', `must be an object, not ${describeKind(json)}`);
    this.value = isJsonObject(json) ? json : {};
  }

  provider(key: KeyMember): ProviderDefinition | null {
    const known = [
      'name',
      'kind',
      'base_url',
      key,
      'headers',
      'models',
      'stream',
      'timeout_seconds',
    ];
    const limits = [
      'first_token_seconds',
      'max_concurrency',
      'requests_per_minute',
      'tokens_per_minute',
    ];
    this.onlyKnown([...known, ...limits]);
    const kind = this.kind();
    if (kind === null) return null;
    return {
      name: this.text('name', PROVIDER_NAME, NAME_RULE),
      kind,
      base_url: this.baseUrl(kind),
      secret: this.optionalText(key, SECRET_NAME, SECRET_NAME_RULE),
      headers: this.headers(key),
      models: this.models(kind),
      stream: this.flag('stream', true),
      timeout_seconds:
        this.whole('timeout_seconds', LEAST_TIMEOUT_SECONDS, MAX_TIMEOUT_SECONDS) ??
        DEFAULT_TIMEOUT_SECONDS,
      first_token_seconds:
        this.whole('first_token_seconds', 1, MAX_TIMEOUT_SECONDS) ?? DEFAULT_FIRST_TOKEN_SECONDS,
      max_concurrency: this.whole('max_concurrency', 1, 256) ?? 8,
      requests_per_minute: this.whole('requests_per_minute', 1, 1_000_000),
      tokens_per_minute: this.whole('tokens_per_minute', 1, 1_000_000_000),
    };
  }

  model(kind: ProviderKind): ProviderModel {
    this.onlyKnown([
      'name',
      'model',
      'context_tokens',
      'max_output_tokens',
      'prices',
      'images',
      'embeddings',
    ]);
    const embeddings = this.whole('embeddings', 1, 100_000);
    if (embeddings !== null && kind === 'anthropic')
      this.wrong('embeddings', 'is not for the kind "anthropic", which has no embeddings');
    const context = this.whole('context_tokens', 1, MAX_TOKENS);
    if (context === null) this.missing('context_tokens');
    const output = this.whole('max_output_tokens', 1, MAX_TOKENS);
    if (output === null && embeddings === null) this.missing('max_output_tokens');
    if (output !== null && context !== null && output > context)
      this.wrong('max_output_tokens', `must be at most context_tokens, which is ${context}`);
    return {
      name: this.text('name', MODEL_NAME, MODEL_NAME_RULE),
      model: this.text('model', plainPattern(200), 'has 1 to 200 characters, none of them hidden'),
      context_tokens: context ?? 0,
      max_output_tokens: output ?? context ?? 0,
      prices: this.prices(),
      images: this.flag('images', false),
      embeddings,
    };
  }

  private kind(): ProviderKind | null {
    const given = this.value['kind'];
    const kind = PROVIDER_KINDS.find((one) => one === given);
    if (kind === undefined) this.wrong('kind', `must be one of ${PROVIDER_KINDS.join(', ')}`);
    return kind ?? null;
  }

  private baseUrl(kind: ProviderKind): string {
    const given = this.value['base_url'] ?? null;
    if (given === null) {
      if (kind !== 'openai_compatible') return USUAL_URLS[kind];
      this.missing('base_url', ' with the kind "openai_compatible"');
      return '';
    }
    const url = typeof given === 'string' && given.length <= 2_000 ? URL.parse(given) : null;
    if (url === null) {
      this.wrong('base_url', 'must be an absolute URL, such as https://models.example.com/v1');
      return '';
    }
    const problem = urlProblem(url);
    if (problem !== null)
      this.wrong('base_url', problem.replace('an Authorization header', 'a header, by a secret'));
    else if (url.search !== '' || url.hash !== '')
      this.wrong('base_url', 'must end before "?" and "#"');
    return url.href.replace(/\/+$/, '');
  }

  private headers(key: KeyMember): Record<string, string> {
    const given = this.value['headers'] ?? {};
    if (!isJsonObject(given)) {
      this.wrong('headers', `must be an object of names and values, not ${describeKind(given)}`);
      return {};
    }
    const entries = Object.entries(given);
    if (entries.length > MAX_HEADERS) {
      this.wrong('headers', `must have ${MAX_HEADERS} entries at most, not ${entries.length}`);
      return {};
    }
    const read: Record<string, string> = {};
    for (const [name, value] of entries) {
      const problem = headerProblem(name, value, key);
      if (problem !== null) this.wrong('headers', `${quoted(name)} ${problem}`);
      else if (typeof value === 'string') read[name.toLowerCase()] = value;
    }
    return read;
  }

  private models(kind: ProviderKind): ProviderModel[] {
    const given = this.value['models'];
    if (!Array.isArray(given) || given.length < 1 || given.length > MAX_MODELS) {
      this.wrong('models', `must be a list of 1 to ${MAX_MODELS} models`);
      return [];
    }
    const models = given.map((one, index) =>
      new ProviderReader(one, `${this.at}/models/${index}`, this.errors).model(kind),
    );
    for (const [index, { name }] of models.entries())
      if (models.findIndex((one) => one.name === name) < index)
        this.wrong(`models/${index}/name`, `${quoted(name)} is the name of another model of it`);
    return models;
  }

  private prices(): ModelPrices | null {
    const given = this.value['prices'] ?? null;
    if (given === null) return null;
    const reader = new ProviderReader(given, `${this.at}/prices`, this.errors);
    reader.onlyKnown(['input', 'cached_input', 'output']);
    const [input, output] = [reader.price('input'), reader.price('output')];
    if (input === null) reader.missing('input');
    if (output === null) reader.missing('output');
    return { input: input ?? 0, cached_input: reader.price('cached_input'), output: output ?? 0 };
  }

  private price(name: string): number | null {
    const value = this.value[name] ?? null;
    if (value === null) return null;
    if (typeof value === 'number' && value >= 0 && value <= MAX_PRICE) return value;
    this.wrong(name, `must be USD for a million tokens, 0 to ${MAX_PRICE}`);
    return null;
  }

  private onlyKnown(names: readonly string[]): void {
    for (const name of Object.keys(this.value))
      if (!names.includes(name))
        this.errors.push({
          pointer: `${this.at}/${escapePointer(name.slice(0, 100))}`,
          message: `is not known here; there are ${names.join(', ')}`,
        });
  }

  private text(name: string, pattern: RegExp, rule: string): string {
    const value = this.optionalText(name, pattern, rule);
    if (value === null && (this.value[name] ?? null) === null) this.missing(name);
    return value ?? '';
  }

  private optionalText(name: string, pattern: RegExp, rule: string): string | null {
    const value = this.value[name] ?? null;
    if (value === null) return null;
    if (typeof value === 'string' && pattern.test(value)) return value;
    this.wrong(name, rule);
    return null;
  }

  private whole(name: string, least: number, most: number): number | null {
    const value = this.value[name] ?? null;
    if (value === null) return null;
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most)
      return value;
    this.wrong(name, `must be a whole number from ${least} to ${most}`);
    return null;
  }

  private flag(name: string, unsaid: boolean): boolean {
    const value = this.value[name] ?? unsaid;
    if (typeof value === 'boolean') return value;
    this.wrong(name, 'must be true or false');
    return unsaid;
  }

  private missing(name: string, where = ''): void {
    this.wrong(name, `is needed${where}`);
  }

  private wrong(name: string, message: string): void {
    this.errors.push({ pointer: name === '' ? this.at : `${this.at}/${name}`, message });
  }
}

function headerProblem(name: string, value: Json, key: KeyMember): string | null {
  if (OWN_HEADERS.test(name)) return 'is set by the service; leave it out';
  if (typeof value !== 'string' || value.length > MAX_HEADER_LENGTH)
    return `must have a text of at most ${MAX_HEADER_LENGTH} characters`;
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch {
    return 'is not a header that can be sent';
  }
  const secrets = secretsIn(value);
  if (secrets.length > 0 && key === 'api_key_env')
    return 'names a secret, and a provider of the installation has none';
  const odd = secrets.find((one) => !SECRET_NAME.test(one));
  return odd === undefined
    ? null
    : `names the secret ${quoted(odd)}, and no secret can have this name`;
}
