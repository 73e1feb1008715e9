import { Inject, Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../../platform/database/database.js';
import { assertConditions, type Conditions } from '../../../platform/wire/conditions.js';
import { contentTag } from '../../../platform/wire/content-tag.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import { noteFormer } from '../../../access/audit/former-values.js';
import { ModelFailure } from '../../models/model-gateway.js';
import type { Embedder } from '../embedder.js';
import { SECTION_EMBEDDER } from './tokens.js';
import type { EmbeddingModel } from '../embedding.js';
import { SectionVectorJobs } from './section-vector-jobs.js';
import { type EmbeddedCounts, SectionVectors } from './section-vectors.js';

/** Search settings of a project, and the progress of its embeddings. */
export interface SearchSettings {
  byMeaning: boolean;
  /** True if the installation supports search by meaning. */
  isAvailable: boolean;
  /** Null if nothing is embedded. */
  sections: EmbeddedCounts | null;
  /** Reason why the last request to the model failed; null if it succeeded. */
  problem: string | null;
}

/** Manages the search settings of projects. */
@Injectable()
export class SearchSettingsService {
  constructor(
    private readonly database: Database,
    private readonly vectors: SectionVectors,
    private readonly jobs: SectionVectorJobs,
    /** Null if the installation does not search files by meaning. */
    @Inject(SECTION_EMBEDDER) private readonly embedder: Embedder | null,
  ) {}

  async get(projectId: string): Promise<SearchSettings> {
    const byMeaning = await this.chosen(projectId, this.database);
    const { embedder } = this;
    if (embedder === null || !byMeaning)
      return { byMeaning, isAvailable: embedder !== null, sections: null, problem: null };
    let model: EmbeddingModel;
    try {
      model = await embedder.model(projectId);
    } catch (error) {
      if (!(error instanceof ModelFailure || error instanceof MetarunError)) throw error;
      return { byMeaning, isAvailable: true, sections: null, problem: error.message };
    }
    const sections = await this.vectors.count(projectId, model);
    return { byMeaning, isAvailable: true, sections, problem: await this.jobs.problem(projectId) };
  }

  /**
   * Changes whether a project is searched by meaning. Throws `not_available` if the installation does not support it,
   * and `precondition_failed` if the conditions do not match the current settings.
   */
  async change(
    projectId: string,
    byMeaning: boolean | undefined,
    conditions: Conditions = {},
  ): Promise<SearchSettings> {
    if (byMeaning === true && this.embedder === null)
      throw new MetarunError(
        'not_available',
        'This installation searches no files by meaning: its operator sets METARUN_EMBEDDING_MODEL and METARUN_EMBED_FILES.',
      );
    const before = await this.database.write(async (transaction) => {
      // The same lock as for adding vectors: after the change, none is added for a project that has turned the search
      // off.
      await transaction.lock(this.vectors.buildLockName(projectId));
      const now = await this.chosen(projectId, transaction);
      assertConditions(conditions, 'settings of search', searchSettingsTag({ byMeaning: now }));
      if (byMeaning === undefined || byMeaning === now) return now;
      await transaction.query(
        `INSERT INTO search_settings (project_id, by_meaning, changed_at)
         VALUES (?, ${byMeaning ? 'TRUE' : 'FALSE'}, ${this.database.now})
         ON CONFLICT (project_id) DO UPDATE SET by_meaning = excluded.by_meaning, changed_at = excluded.changed_at`,
        [projectId],
      );
      await this.vectors.addJob(transaction, projectId);
      return now;
    });
    noteFormer({ by_meaning: before });
    return this.get(projectId);
  }

  private async chosen(projectId: string, reader: Pick<Transaction, 'query'>): Promise<boolean> {
    return (await this.vectors.since(projectId, reader)) !== null;
  }
}

/** Returns the ETag of the changeable settings. */
export function searchSettingsTag({ byMeaning }: Pick<SearchSettings, 'byMeaning'>): string {
  return contentTag({ byMeaning });
}
