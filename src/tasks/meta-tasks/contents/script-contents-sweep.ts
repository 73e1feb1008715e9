import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER } from '../../../base/tokens.js';
import { getLeadToken } from '../../../workflow/engine/election/lead.token.js';
import type { Logger } from 'pino';
import { BackgroundLoop } from '../../../base/kernel/background-loop.js';
import type { BackgroundWork } from '../../../base/kernel/background-work.js';
import type { Lead } from '../../../base/kernel/lead.js';
import { Database } from '../../../platform/database/database.js';
import type { FileSettings } from '../../../files/files/settings.js';

/** Longer than the time of any request from storing a script's content to storing its version, in ms. */
const MIN_AGE_MS = 60 * 60 * 1000;
const AT_ONCE = 50;

/** Deletes the rows of script contents without a version; the sweep of contents then removes them from the store. */
@Injectable()
export class ScriptContentsSweep implements BackgroundWork {
  private readonly loop: BackgroundLoop;

  constructor(
    @Inject(CONFIG) config: FileSettings,
    private readonly database: Database,
    @Inject(getLeadToken('contents')) led: Lead,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.loop = new BackgroundLoop({
      work: () => this.sweep(),
      pollMs: config.contentSweepSeconds * 1000,
      led,
      onError: (error) => logger.warn({ err: error }, 'failed to delete unused script contents'),
    });
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** Deletes one batch. Returns 0, the delay until the next one, if more contents may remain. */
  private async sweep(): Promise<number | undefined> {
    const old = `used_at < ${this.database.now} - ${MIN_AGE_MS}`;
    // The age is checked again: a request that is about to refer to a content has updated it in the meantime.
    const forgotten = await this.database.execute(
      `DELETE FROM script_contents WHERE ${old} AND id IN (
         SELECT c.id FROM script_contents c WHERE c.${old}
           AND NOT EXISTS (SELECT 1 FROM task_type_versions v WHERE v.content_id = c.id)
         LIMIT ${AT_ONCE}) RETURNING id`,
    );
    return forgotten.length === AT_ONCE ? 0 : undefined;
  }
}
