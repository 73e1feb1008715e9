import { Inject, Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../platform/database/database.js';
import { assertConditions, type Conditions } from '../../platform/wire/conditions.js';
import { contentTag } from '../../platform/wire/content-tag.js';
import { noteFormer } from '../../access/audit/former-values.js';
import { ModelGateway, type ModelInfo } from '../models/model-gateway.js';
import { MEMORY_REVIEWS, type MemoryReview, type MemoryTrust } from './memory-words.js';

/** The way in which a project keeps memories. */
export interface MemorySettings {
  /** `provider/name` of the model that distils memories; null = the default of the installation. */
  model: string | null;
  /** Those that are pending until a person has accepted them. */
  review: MemoryReview;
}

const DEFAULTS: MemorySettings = { model: null, review: 'low_trust' };

/** The settings of projects for their memories. */
@Injectable()
export class MemorySettingsService {
  constructor(
    private readonly database: Database,
    @Inject(ModelGateway) private readonly models: Pick<ModelGateway, 'find'>,
  ) {}

  async get(
    projectId: string,
    reader: Pick<Transaction, 'query'> = this.database,
  ): Promise<MemorySettings> {
    const [row] = await reader.query<{ model: string | null; review: string }>(
      'SELECT model, review FROM memory_settings WHERE project_id = ?',
      [projectId],
    );
    if (row === undefined) return DEFAULTS;
    // One that a newer server wrote is taken for the strictest.
    const review = MEMORY_REVIEWS.find((known) => known === row.review) ?? 'all';
    return { model: row.model, review };
  }

  /** Returns the model that distils memories. Throws `unknown_model`, or `not_available` where there is none. */
  async model(projectId: string): Promise<ModelInfo> {
    return this.models.find(projectId, (await this.get(projectId)).model);
  }

  /** Returns the field of the project that names a model of a provider, for a message; none where it does not. */
  async namingModelsOf(projectId: string, provider: string): Promise<string[]> {
    const { model } = await this.get(projectId);
    return model?.startsWith(`${provider}/`) === true ? ['"memory_model" of the project'] : [];
  }

  /** Changes what is given; what is undefined stays. Throws `unknown_model`, and `precondition_failed` where they are not what the conditions say. */
  async change(
    projectId: string,
    change: { [K in keyof MemorySettings]?: MemorySettings[K] | undefined },
    conditions: Conditions = {},
  ): Promise<MemorySettings> {
    if (change.model != null) await this.models.find(projectId, change.model);
    const { before, after } = await this.database.write(async (transaction) => {
      await transaction.lock(`memory settings ${projectId}`);
      const now = await this.get(projectId, transaction);
      assertConditions(conditions, 'policy of memories', memorySettingsTag(now));
      const model = change.model === undefined ? now.model : change.model;
      const review = change.review ?? now.review;
      await transaction.query(
        `INSERT INTO memory_settings (project_id, model, review) VALUES (?, ?, ?)
         ON CONFLICT (project_id) DO UPDATE SET model = excluded.model, review = excluded.review`,
        [projectId, model, review],
      );
      return { before: now, after: { model, review } };
    });
    noteFormer({ memory_model: before.model, memory_review: before.review });
    return after;
  }
}

/** Returns the ETag of the settings. */
export function memorySettingsTag({ model, review }: MemorySettings): string {
  return contentTag({ model, review });
}

/** Returns the status of a new memory. `orders`: it reads like an instruction to its reader. */
export function statusOf(
  review: MemoryReview,
  trust: MemoryTrust,
  orders: boolean,
): 'active' | 'pending' {
  const reviewed = review === 'all' || (review === 'low_trust' && trust === 'low');
  return orders || reviewed ? 'pending' : 'active';
}
