import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { BackgroundLoop } from '../../base/kernel/background-loop.js';
import type { Lead } from '../../base/kernel/lead.js';
import type { Database } from '../../platform/database/database.js';
import type { EventBus } from '../../platform/events/event-bus.js';
import { filesChanged } from '../files/messages.js';
import { filesIndexed } from '../search/messages.js';
import type { WorkspacesService } from '../files/workspaces/workspaces.service.js';
import type { StaleReason } from './citation.js';
import type { Quotes } from './quotes.js';

/** Interval at which all citations are compared with their files, whatever messages were lost. */
const PASS_MS = 60_000;
/** Citations that are read together. */
const PAGE = 200;

interface Outdated {
  id: string;
  project_id: string;
  task_id: string;
  workspace_id: string;
  path: string;
  quote: string;
  stale: StaleReason | null;
  /** '' where the file is gone. */
  present_etag: string;
}

/** Marks the citations whose files no longer say what is cited, and takes a mark off where a file says it again. */
export class StaleCitations {
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly database: Database,
    private readonly workspaces: Pick<WorkspacesService, 'resolve'>,
    private readonly quotes: Quotes,
    private readonly bus: EventBus,
    led: Lead,
    private readonly logger: Logger,
  ) {
    this.loop = new BackgroundLoop({
      work: () => this.work(),
      pollMs: PASS_MS,
      led,
      onError: (error) =>
        this.logger.warn({ err: error }, 'failed to compare citations with their files'),
    });
  }

  start(): void {
    // A file that is deleted is no matter of the index.
    for (const message of [filesChanged, filesIndexed])
      this.bus.subscribe<object>(message, () => this.loop.poke());
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  private async work(): Promise<void> {
    let after = '';
    for (;;) {
      const page = await this.outdated(after);
      for (const one of page) await this.compare(one);
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return;
      after = last.id;
      await delay(1, undefined, { signal: this.loop.signal, ref: false });
    }
  }

  /** Returns citations of another content than that of the file, where the index knows the present one. */
  private outdated(after: string): Promise<Outdated[]> {
    return this.database.query<Outdated>(
      `SELECT c.id, c.project_id, c.task_id, c.workspace_id, c.path, c.quote, c.stale, COALESCE(f.etag, '') AS present_etag
         FROM citations c
         LEFT JOIN workspaces w ON w.id = c.workspace_id AND w.deleted_at IS NULL
         LEFT JOIN files f ON w.id IS NOT NULL AND f.workspace_id = c.workspace_id AND f.path = c.path AND f.project_id = c.project_id
        WHERE c.id > ? AND c.seen_etag <> COALESCE(f.etag, '')
          AND (f.id IS NULL OR f.indexed_as = f.blob_id || ' ' || f.mime_type)
        ORDER BY c.id LIMIT ?`,
      [after, PAGE],
    );
  }

  private async compare(citation: Outdated): Promise<void> {
    const { id, project_id, task_id, workspace_id, path, present_etag } = citation;
    const stale = await this.reasonFor(citation);
    const rows = await this.database.query<{ id: string }>(
      `UPDATE citations SET seen_etag = ?, stale = ?, stale_at = ? WHERE id = ? AND project_id = ? RETURNING id`,
      [present_etag, stale, stale === null ? null : Date.now(), id, project_id],
    );
    if (rows.length > 0 && stale !== citation.stale)
      this.logger.info(
        { project: project_id, task: task_id, ws: workspace_id, path, stale },
        stale === null ? 'a citation holds again' : 'a citation no longer holds',
      );
  }

  private async reasonFor(citation: Outdated): Promise<StaleReason | null> {
    if (citation.present_etag === '') return 'deleted';
    const workspace = await this.workspaces.resolve(
      citation.project_id,
      citation.workspace_id,
      'workspace',
    );
    const found = await this.quotes.find(workspace, citation.path, citation.quote);
    return found === null ? 'changed' : null;
  }
}
