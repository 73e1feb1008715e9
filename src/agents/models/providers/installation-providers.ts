import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../base/tokens.js';
import { readFile } from 'node:fs/promises';
import { ConfigError } from '../../../base/config/config.js';
import { getErrorMessage } from '../../../base/kernel/errors.js';
import { isJsonObject, type Json } from '../../../base/kernel/json.js';
import { quoted } from '../../../base/kernel/quoted.js';
import type { ModelSettings } from '../settings.js';
import type { Provider } from './provider.js';
import { readProvider } from './provider-reader.js';

const SETTING = 'METARUN_MODEL_PROVIDERS';

/** The providers available to all projects, from the file that the operator configures. */
@Injectable()
export class InstallationProviders {
  private providers: readonly Provider[] = [];

  constructor(@Inject(CONFIG) private readonly settings: ModelSettings) {}

  /** Providers by name; empty before {@link load}. */
  get all(): readonly Provider[] {
    return this.providers;
  }

  named(name: string): Provider | null {
    return this.providers.find((one) => one.name === name) ?? null;
  }

  /** Reads the file. Rejects with a ConfigError that lists all errors in it, or one about the embedding model. */
  async load(): Promise<void> {
    const { modelProviders: path, embeddingModel } = this.settings;
    if (path !== '') this.providers = await readProviders(path);
    if (embeddingModel === '') return;
    const problem = this.embeddingProblem(embeddingModel);
    if (problem !== null)
      throw new ConfigError(
        `METARUN_EMBEDDING_MODEL is ${JSON.stringify(embeddingModel)}: ${problem}`,
      );
  }

  /** Returns the reason why a model cannot be the installation's embedding model; null if it can. */
  private embeddingProblem(ref: string): string | null {
    const slash = ref.indexOf('/');
    const provider = this.named(ref.slice(0, slash));
    if (this.providers.length === 0)
      return `${SETTING} names no file of providers that this model could be of`;
    if (provider === null)
      return `no provider in the file of ${SETTING} has this name; there are ${this.providers.map(({ name }) => name).join(', ')}`;
    const model = provider.models.find(({ name }) => name === ref.slice(slash + 1));
    if (model === undefined)
      return `the provider "${provider.name}" has no such model; it has ${provider.models.map(({ name }) => name).join(', ')}`;
    return model.embeddings === null
      ? `this model makes no embeddings; name another, or give it "embeddings", their length, in the file of ${SETTING}`
      : null;
  }
}

/** Reads the providers of a file, sorted by name. Rejects with ConfigError. */
export async function readProviders(path: string): Promise<Provider[]> {
  const file = await readYamlFile(path);
  const wrong = (message: string): ConfigError =>
    new ConfigError(`${SETTING} is ${JSON.stringify(path)}: ${message}`);
  const list = isJsonObject(file) ? file['providers'] : undefined;
  if (!isJsonObject(file) || !Array.isArray(list) || Object.keys(file).length > 1)
    throw wrong('the file must have one member, "providers", with a list of providers');
  const providers: Provider[] = [];
  const errors: string[] = [];
  for (const [index, one] of list.entries()) {
    const read = readProvider(one, 'api_key_env');
    if ('errors' in read)
      errors.push(
        ...read.errors.map(({ pointer, message }) => `/providers/${index}${pointer} ${message}`),
      );
    else if (providers.some(({ name }) => name === read.provider.name))
      errors.push(
        `/providers/${index}/name ${quoted(read.provider.name)} is the name of another provider`,
      );
    else providers.push({ ...read.provider, id: null, projectId: null });
  }
  if (errors.length > 0) throw wrong(errors.join('\n'));
  return providers.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

async function readYamlFile(path: string): Promise<Json> {
  try {
    const text = await readFile(path, 'utf8');
    // Loaded only if such a file exists.
    const { parseYaml } = await import('./parse-yaml.js');
    return parseYaml(text) as Json;
  } catch (error) {
    throw new ConfigError(
      `${SETTING} is ${JSON.stringify(path)}, which cannot be read: ${getErrorMessage(error)}`,
    );
  }
}
