import { MetarunError } from '../../../base/kernel/errors.js';
import type { SecretsService } from '../../../access/secrets/secrets.service.js';
import { ModelFailure } from '../model-gateway.js';
import { type Provider, secretsIn, withSecrets } from '../providers/provider.js';

/** Credentials of a request. `values`: secrets that must never be shown. */
export interface Credentials {
  key: string | null;
  headers: Record<string, string>;
  values: string[];
}

/** Reads the keys of providers from the secrets of their project or from the environment of the server. */
export class ProviderKeys {
  constructor(
    private readonly secrets: Pick<SecretsService, 'read'>,
    private readonly environment: (name: string) => string | undefined,
  ) {}

  /** Rejects with ModelFailure if a secret is missing. */
  async of(provider: Provider): Promise<Credentials> {
    const { projectId, secret } = provider;
    const names = Object.values(provider.headers).flatMap(secretsIn);
    const secrets = new Map<string, string>();
    if (projectId !== null)
      for (const name of new Set([...names, ...(secret === null ? [] : [secret])]))
        secrets.set(name, await this.read(provider, projectId, name));
    const key =
      secret === null
        ? null
        : projectId === null
          ? this.variable(provider, secret)
          : (secrets.get(secret) ?? null);
    const headers = Object.fromEntries(
      Object.entries(provider.headers).map(([name, value]) => [name, withSecrets(value, secrets)]),
    );
    const values = [...secrets.values(), ...(key === null ? [] : [key]), ...Object.values(headers)];
    return { key, headers, values };
  }

  private variable({ name }: Provider, variable: string): string {
    const value = this.environment(variable);
    if (value !== undefined && value !== '') return value;
    throw new ModelFailure(
      `The model provider "${name}" takes its key from the environment variable ${variable}, which is not set where the server runs.`,
    );
  }

  private async read({ name }: Provider, projectId: string, secret: string): Promise<string> {
    try {
      return (await this.secrets.read(projectId, secret)).trim();
    } catch (error) {
      if (!(error instanceof MetarunError)) throw error;
      throw new ModelFailure(
        `The model provider "${name}" takes its key from a secret. ${error.message}`,
        {
          cause: error,
        },
      );
    }
  }
}
