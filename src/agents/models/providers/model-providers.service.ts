import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { isUniqueViolation } from '../../../platform/database/unique-violation.js';
import { assertConditions, type Conditions } from '../../../platform/wire/conditions.js';
import { contentTag } from '../../../platform/wire/content-tag.js';
import { invalidField, MetarunError, unknownId } from '../../../base/kernel/errors.js';
import { isUuid, newId } from '../../../base/kernel/ids.js';
import type { JsonObject } from '../../../base/kernel/json.js';
import { quoted } from '../../../base/kernel/quoted.js';
import { Quotas } from '../../../access/projects/quotas.service.js';
import { ServiceEgress } from '../../../sandbox/egress/service-egress.js';
import { ModelDirectory } from './model-directory.js';
import type { ModelProviderEntity } from './model-provider.entity.js';
import type { Provider, ProviderDefinition, StoredProvider } from './provider.js';
import { readProvider } from './provider-reader.js';
import { columnsOf, providerOf, ProviderStore } from './provider-store.js';

const LIST = 'model-providers';

/** Port: what names models of providers. */
export abstract class ProviderUsers {
  /** Returns what names models of a provider, for a message: `the agent "reviewer"`. */
  abstract namingModelsOf(projectId: string, provider: string): Promise<string[]>;
}

/** The model providers of projects. */
@Injectable()
export class ModelProvidersService {
  constructor(
    private readonly database: Database,
    private readonly store: ProviderStore,
    @Inject(ModelDirectory) private readonly directory: Pick<ModelDirectory, 'providers'>,
    private readonly egress: ServiceEgress,
    private readonly quotas: Quotas,
    private readonly users: ProviderUsers,
  ) {}

  /** Those of the project by name, then those of the installation that none of them hides. */
  list(projectId: string): Promise<Provider[]> {
    return this.directory.providers(projectId);
  }

  async get(projectId: string, id: string): Promise<StoredProvider> {
    const found = isUuid(id) ? await this.store.byId(projectId, id.toLowerCase()) : null;
    if (found === null) throw unknownId('model provider', id, LIST);
    return found;
  }

  async create(projectId: string, given: JsonObject, by: string): Promise<StoredProvider> {
    const definition = await this.checked(projectId, given);
    const columns = columnsOf(definition);
    const now = Date.now();
    return this.database.write(async (tx) => {
      await this.quotas.admit(tx, projectId, 'maxModelProviders');
      const [row] = await tx.query<ModelProviderEntity>(
        `INSERT INTO model_providers (id, project_id, ${Object.keys(columns).join(', ')}, created_at, updated_at, updated_by)
         VALUES (?, ?, ${Object.keys(columns)
           .map(() => '?')
           .join(', ')}, ?, ?, ?) ON CONFLICT (project_id, name) DO NOTHING RETURNING *`,
        [newId(), projectId, ...Object.values(columns), now, now, by],
      );
      if (row === undefined) throw duplicate(definition.name);
      return providerOf(row);
    });
  }

  /**
   * Changes a provider. Fields that are left out stay; lists and objects are given as a whole. Throws `precondition_failed` where it is
   * not what the conditions say.
   */
  async update(
    projectId: string,
    id: string,
    given: JsonObject,
    by: string,
    conditions: Conditions = {},
  ): Promise<StoredProvider> {
    for (;;) {
      const before = await this.get(projectId, id);
      assertConditions(conditions, 'model provider', providerTag(before));
      const definition = await this.checked(projectId, { ...bodyOf(before), ...given });
      if (definition.name !== before.name) await this.refuseInUse(projectId, before.name);
      const changed = await this.replace(before, definition, by);
      // Null: another change came between, and is kept with this one.
      if (changed !== null) return changed;
    }
  }

  /** Returns the provider as it is now; null if it is not as it was `before` any more. */
  private async replace(
    before: StoredProvider,
    definition: ProviderDefinition,
    by: string,
  ): Promise<StoredProvider | null> {
    const columns = columnsOf(definition);
    const sets = Object.keys(columns).map((column) => `${column} = ?`);
    // Two changes in one millisecond have two times.
    const now = Math.max(Date.now(), before.updatedAt + 1);
    try {
      const [row] = await this.database.execute<ModelProviderEntity>(
        `UPDATE model_providers SET ${sets.join(', ')}, updated_at = ?, updated_by = ?
         WHERE id = ? AND project_id = ? AND updated_at = ? RETURNING *`,
        [...Object.values(columns), now, by, before.id, before.projectId, before.updatedAt],
      );
      return row === undefined ? null : providerOf(row);
    } catch (error) {
      throw isUniqueViolation(error) ? duplicate(definition.name) : error;
    }
  }

  /** Throws `conflict` where something names a model of it. */
  async remove(projectId: string, id: string, conditions: Conditions = {}): Promise<void> {
    const provider = await this.get(projectId, id);
    assertConditions(conditions, 'model provider', providerTag(provider));
    const { id: known, name } = provider;
    await this.refuseInUse(projectId, name);
    await this.database.execute(
      'DELETE FROM model_providers WHERE id = ? AND project_id = ? RETURNING id',
      [known, projectId],
    );
  }

  private async refuseInUse(projectId: string, name: string): Promise<void> {
    const users = await this.users.namingModelsOf(projectId, name);
    if (users.length > 0)
      throw new MetarunError(
        'conflict',
        `The model provider ${quoted(name)} is named by ${users.slice(0, 20).join(', ')}: change these first.`,
      );
  }

  private async checked(projectId: string, given: JsonObject): Promise<ProviderDefinition> {
    const read = readProvider(given, 'secret');
    if ('errors' in read) {
      const text = read.errors.map(({ pointer, message }) => `${pointer} ${message}`).join('; ');
      throw new MetarunError('validation_failed', `${text}.`, { errors: read.errors });
    }
    const { provider } = read;
    const refusal = await this.egress.refusalOf({ projectId, base_url: provider.base_url });
    if (refusal !== null) throw invalidField('/base_url', refusal);
    return provider;
  }
}

/** Returns a provider as {@link ModelProvidersService.create} takes it. */
export function bodyOf(provider: StoredProvider): JsonObject {
  const {
    id: _id,
    projectId: _project,
    createdAt: _at,
    updatedAt: _on,
    updatedBy: _by,
    ...given
  } = provider;
  return JSON.parse(JSON.stringify(given)) as JsonObject;
}

/** Returns the ETag of a provider: of what clients set. */
export function providerTag(provider: StoredProvider): string {
  return contentTag(bodyOf(provider));
}

function duplicate(name: string): MetarunError {
  return new MetarunError(
    'duplicate',
    `The project has a model provider ${quoted(name)} already: choose another name, or change that one.`,
  );
}
