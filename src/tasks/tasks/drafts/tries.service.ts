import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../base/tokens.js';
import type { Config } from '../../../base/config/settings.js';
import type { Json, JsonObject } from '../../../base/kernel/json.js';
import type { Actor } from '../../../workflow/engine/state/actor.js';
import { isUniqueViolation } from '../../../platform/database/unique-violation.js';
import {
  type Draft,
  type DraftSubject,
  DraftVersions,
} from '../../meta-tasks/drafts/draft-versions.service.js';
import { admitDrafts } from './draft-quota.js';
import { type Request, type Submitted, TaskSubmission } from '../submission/submission.service.js';
import { TaskPreparation } from '../submission/task-preparation.service.js';

/** Maximum number of attempts to number a draft: another one may have got the same number. */
const NUMBER_TRIES = 10;

/** Runs definitions that are not saved, as drafts. */
@Injectable()
export class Tries {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'maxDrafts' | 'maxUserDrafts'>,
    private readonly drafts: DraftVersions,
    private readonly preparation: TaskPreparation,
    private readonly submission: TaskSubmission,
  ) {}

  /** `request.name`: name of the user, as in versions. */
  async try(
    projectId: string,
    subject: DraftSubject,
    params: JsonObject,
    request: Request & { by: Actor; name: string },
  ): Promise<Submitted> {
    for (let left = NUMBER_TRIES; ; left -= 1)
      try {
        return await this.submit(projectId, subject, params, request);
      } catch (error) {
        if (left === 1 || !isUniqueViolation(error)) throw error;
      }
  }

  private submit(
    projectId: string,
    subject: DraftSubject,
    params: JsonObject,
    { name, ...request }: Request & { by: Actor; name: string },
  ): Promise<Submitted> {
    let draft: Draft | null = null;
    return this.submission.submitPrepared(projectId, request, {
      asked: ['try', { ...subject } as Json, params],
      prepare: async () => {
        draft = await this.drafts.prepare(projectId, subject, name);
        const { version } = draft;
        const given = { metaTaskIdentifier: version.metaTaskIdentifier, params };
        return [await this.preparation.prepare(projectId, given, version)];
      },
      inSameTransaction: async (transaction) => {
        await admitDrafts(transaction, this.config, projectId, request.by);
        await draft?.insert(transaction);
      },
    });
  }
}
