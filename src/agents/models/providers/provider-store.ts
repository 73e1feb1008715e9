import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { ModelProviderEntity } from './model-provider.entity.js';
import {
  PROVIDER_KINDS,
  type ProviderDefinition,
  type ProviderModel,
  type StoredProvider,
} from './provider.js';

type Limits = Omit<
  ProviderDefinition,
  'name' | 'kind' | 'base_url' | 'secret' | 'headers' | 'models'
>;

/** Reads the stored providers of projects. */
@Injectable()
export class ProviderStore {
  constructor(private readonly database: Database) {}

  /** Lists the providers of a project by name. */
  async list(projectId: string): Promise<StoredProvider[]> {
    const rows = await this.database.query<ModelProviderEntity>(
      'SELECT * FROM model_providers WHERE project_id = ?',
      [projectId],
    );
    return rows.map(toStoredProvider).toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  async byId(projectId: string, id: string): Promise<StoredProvider | null> {
    const [row] = await this.database.query<ModelProviderEntity>(
      'SELECT * FROM model_providers WHERE id = ? AND project_id = ?',
      [id, projectId],
    );
    return row === undefined ? null : toStoredProvider(row);
  }

  async named(projectId: string, name: string): Promise<StoredProvider | null> {
    const [row] = await this.database.query<ModelProviderEntity>(
      'SELECT * FROM model_providers WHERE project_id = ? AND name = ?',
      [projectId, name],
    );
    return row === undefined ? null : toStoredProvider(row);
  }
}

/** Converts a row to a provider. */
export function toStoredProvider(row: ModelProviderEntity): StoredProvider {
  const kind = PROVIDER_KINDS.find((one) => one === row.kind);
  if (kind === undefined) throw new Error(`stored model provider of the unknown kind ${row.kind}`);
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    kind,
    base_url: row.base_url,
    secret: row.secret_name,
    headers: JSON.parse(row.headers) as Record<string, string>,
    models: JSON.parse(row.models) as ProviderModel[],
    ...(JSON.parse(row.limits) as Limits),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
  };
}

/** Converts a definition to columns; fields without a column are in `limits`. */
export function toColumns(definition: ProviderDefinition) {
  const { name, kind, base_url, secret, headers, models, ...limits } = definition;
  return {
    name,
    kind,
    base_url,
    secret_name: secret,
    headers: JSON.stringify(headers),
    models: JSON.stringify(models),
    limits: JSON.stringify(limits satisfies Limits),
  };
}
