import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../base/tokens.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import { quoted } from '../../../base/kernel/quoted.js';
import { nearest } from '../../../base/schema/nearest.js';
import { MODEL_ERRORS } from '../errors.js';
import type { ModelSettings } from '../settings.js';
import { InstallationProviders } from './installation-providers.js';
import { modelRef, type Provider, type ProviderModel } from './provider.js';
import { ProviderStore } from './provider-store.js';

/** Maximum number of names in a message. */
const SHOWN = 10;

/** All models available to a project. A project's provider hides the installation's provider of the same name. */
@Injectable()
export class ModelDirectory {
  constructor(
    private readonly store: ProviderStore,
    private readonly installation: InstallationProviders,
    @Inject(CONFIG) private readonly config: Pick<ModelSettings, 'defaultModel'>,
  ) {}

  /** Returns the providers of the project by name, followed by those of the installation. */
  async providers(projectId: string): Promise<Provider[]> {
    const own = await this.store.list(projectId);
    const names = new Set(own.map(({ name }) => name));
    return [...own, ...this.installation.all.filter(({ name }) => !names.has(name))];
  }

  /**
   * Finds a model; `ref` null: the default of the installation. Throws `unknown_model`, or `not_available` if there is
   * no default.
   */
  async find(
    projectId: string,
    ref: string | null,
  ): Promise<{ provider: Provider; model: ProviderModel }> {
    if (ref === null && this.config.defaultModel === '')
      throw new MetarunError(
        'not_available',
        'No model is named, and this installation has no default one (METARUN_DEFAULT_MODEL). Name one as "provider/name".',
      );
    const wanted = ref ?? this.config.defaultModel;
    const [providerName = '', ...rest] = wanted.split('/');
    const name = rest.join('/');
    const provider = await this.providerNamed(projectId, providerName);
    const model = provider?.models.find((one) => one.name === name);
    if (provider === null || model === undefined) throw await this.unknown(projectId, wanted);
    return { provider, model };
  }

  private async providerNamed(projectId: string, name: string): Promise<Provider | null> {
    return (await this.store.named(projectId, name)) ?? this.installation.named(name);
  }

  private async unknown(projectId: string, wanted: string): Promise<MetarunError> {
    const providers = await this.providers(projectId);
    const refs = providers.flatMap((one) => one.models.map((model) => modelRef(one, model)));
    const near = nearest(wanted, refs);
    const advice =
      refs.length === 0
        ? 'The project has no model providers: an administrator makes them by POST …/model-providers, or the operator by METARUN_MODEL_PROVIDERS'
        : near !== undefined
          ? `Did you mean ${quoted(near)}`
          : `There are ${refs.slice(0, SHOWN).join(', ')}${refs.length > SHOWN ? ', …' : ''}`;
    return new MetarunError(
      MODEL_ERRORS.unknown_model,
      `There is no model ${quoted(wanted)} in this project. ${advice}${near !== undefined && refs.length > 0 ? '?' : '.'}`,
    );
  }
}
