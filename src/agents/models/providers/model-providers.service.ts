import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { isUniqueViolation } from '../../../platform/database/unique-violation.js';
import { assertConditions, type Conditions, overtaken } from '../../../platform/wire/conditions.js';
import { contentTag } from '../../../platform/wire/content-tag.js';
import { removeAsRead } from '../../../platform/wire/remove-as-read.js';
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
import { toColumns, toStoredProvider, ProviderStore } from './provider-store.js';

const LIST = 'model-providers';
/** Maximum number of attempts at a change, each of which another change may overtake. */
const CHANGE_TRIES = 20;

/** Port: users of a provider's models. */
export abstract class ProviderUsers {
  /** Returns the users of a provider's models for a message, such as `the agent "reviewer"`. */
  abstract listModelUsers(projectId: string, provider: string): Promise<string[]>;
}

/** Manages the model providers of projects. */
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

  /** Lists the providers of the project by name, followed by those of the installation that are not hidden. */
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
    const columns = toColumns(definition);
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
      return toStoredProvider(row);
    });
  }

  /**
   * Changes a provider. Omitted fields are kept; lists and objects are replaced as a whole. Throws
   * `precondition_failed` if the conditions do not match the current provider.
   */
  async update(
    projectId: string,
    id: string,
    given: JsonObject,
    by: string,
    conditions: Conditions = {},
  ): Promise<StoredProvider> {
    for (let left = CHANGE_TRIES; left > 0; left -= 1) {
      const before = await this.get(projectId, id);
      assertConditions(conditions, 'model provider', providerTag(before));
      const definition = await this.checked(projectId, { ...toRequestBody(before), ...given });
      if (definition.name !== before.name) await this.refuseInUse(projectId, before.name);
      const changed = await this.replace(before, definition, by);
      // Null means that a concurrent change occurred; the loop applies this change to its result.
      if (changed !== null) return changed;
    }
    throw overtaken('model provider', conditions);
  }

  /** Stores a changed provider and returns it; null if the stored one no longer equals `before`. */
  private async replace(
    before: StoredProvider,
    definition: ProviderDefinition,
    by: string,
  ): Promise<StoredProvider | null> {
    const columns = toColumns(definition);
    const sets = Object.keys(columns).map((column) => `${column} = ?`);
    // Ensures different times for two changes in one millisecond.
    const now = Math.max(Date.now(), before.updatedAt + 1);
    try {
      const [row] = await this.database.execute<ModelProviderEntity>(
        `UPDATE model_providers SET ${sets.join(', ')}, updated_at = ?, updated_by = ?
         WHERE id = ? AND project_id = ? AND updated_at = ? RETURNING *`,
        [...Object.values(columns), now, by, before.id, before.projectId, before.updatedAt],
      );
      return row === undefined ? null : toStoredProvider(row);
    } catch (error) {
      throw isUniqueViolation(error) ? duplicate(definition.name) : error;
    }
  }

  /** Deletes a provider. Throws `conflict` if one of its models is in use. */
  async remove(projectId: string, id: string, conditions: Conditions = {}): Promise<void> {
    const provider = await this.get(projectId, id);
    assertConditions(conditions, 'model provider', providerTag(provider));
    await this.refuseInUse(projectId, provider.name);
    const same = { sql: 'updated_at = ?', values: [provider.updatedAt] };
    const read = { id: provider.id, projectId, what: 'model provider', same };
    await this.database.write((tx) =>
      removeAsRead(tx, 'DELETE FROM model_providers', read, conditions),
    );
  }

  private async refuseInUse(projectId: string, name: string): Promise<void> {
    const users = await this.users.listModelUsers(projectId, name);
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
    const refusal = await this.egress.findRefusal({ projectId, base_url: provider.base_url });
    if (refusal !== null) throw invalidField('/base_url', refusal);
    return provider;
  }
}

/** Returns a provider in the form that {@link ModelProvidersService.create} accepts. */
export function toRequestBody(provider: StoredProvider): JsonObject {
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

/** Returns the ETag of a provider, derived from the fields that clients set. */
export function providerTag(provider: StoredProvider): string {
  return contentTag(toRequestBody(provider));
}

function duplicate(name: string): MetarunError {
  return new MetarunError(
    'duplicate',
    `The project has a model provider ${quoted(name)} already: choose another name, or change that one.`,
  );
}
