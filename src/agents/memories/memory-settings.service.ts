import { Inject, Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../platform/database/database.js';
import { assertConditions, type Conditions } from '../../platform/wire/conditions.js';
import { contentTag } from '../../platform/wire/content-tag.js';
import { noteFormer } from '../../access/audit/former-values.js';
import { ModelGateway, type ModelInfo } from '../models/model-gateway.js';
import { MEMORY_REVIEWS, type MemoryReview, type MemoryTrust } from './memory-words.js';

/** Memory settings of a project. */
export interface MemorySettings {
  /** Model that distils memories, as `provider/name`; null = the default of the installation. */
  model: string | null;
  /** Memories that stay pending until a person accepts them. */
  review: MemoryReview;
}

const DEFAULTS: MemorySettings = { model: null, review: 'low_trust' };

/** Manages the memory settings of projects. */
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
    // An unknown value from a newer server counts as the strictest.
    const review = MEMORY_REVIEWS.find((known) => known === row.review) ?? 'all';
    return { model: row.model, review };
  }

  /** Returns the model that distils memories. Throws `unknown_model`, or `not_available` without a model. */
  async model(projectId: string): Promise<ModelInfo> {
    return this.models.find(projectId, (await this.get(projectId)).model);
  }

  /** Returns the setting of the project that uses a model of a provider, for a message; empty if it does not. */
  async listModelUsers(projectId: string, provider: string): Promise<string[]> {
    const { model } = await this.get(projectId);
    return model?.startsWith(`${provider}/`) === true ? ['"memory_model" of the project'] : [];
  }

  /**
   * Changes the given settings. Throws `unknown_model`, and `precondition_failed` if the conditions do not match the
   * current settings.
   */
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

export function memorySettingsTag({ model, review }: MemorySettings): string {
  return contentTag({ model, review });
}

/** Returns the status of a new memory. `orders`: the text reads like an instruction to its reader. */
export function decideStatus(
  review: MemoryReview,
  trust: MemoryTrust,
  orders: boolean,
): 'active' | 'pending' {
  const reviewed = review === 'all' || (review === 'low_trust' && trust === 'low');
  return orders || reviewed ? 'pending' : 'active';
}
