import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '../../base/tokens.js';
import { getLeadToken } from '../../workflow/engine/election/lead.token.js';
import { SearchService } from '../search/search.service.js';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { BackgroundLoop } from '../../base/kernel/background-loop.js';
import { MetarunError } from '../../base/kernel/errors.js';
import type { Lead } from '../../base/kernel/lead.js';
import { Database } from '../../platform/database/database.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { filesChanged } from '../files/messages.js';
import { filesIndexed } from '../search/messages.js';
import { WorkspacesService } from '../files/workspaces/workspaces.service.js';
import type { QuotedPart } from '../search/search.service.js';
import { hashOfLines, type StaleReason } from './citation.js';
import type { QuoteSearch } from './citation-checks.js';

/** Maximum interval between comparisons of all citations with their files, in case messages are lost. */
const PASS_MS = 60_000;
/** Citations read at a time, which takes a few milliseconds. */
const PAGE = 500;
/**
 * Maximum share of a server's time spent on comparisons, since every change of a file triggers a pass over all
 * citations.
 */
const SHARE = 0.05;

interface Compared {
  id: string;
  project_id: string;
  task_id: string;
  workspace_id: string;
  path: string;
  quote: string;
  /** JSON array: titles of the headings above the quote, outermost first. */
  heading: string;
  lines_hash: string | null;
  stale: StaleReason | null;
  seen_etag: string;
  /** '' if the file does not exist. */
  present_etag: string;
  /** 1 or true if the index is up to date with the file. */
  is_indexed: number | boolean;
}

/**
 * Marks citations as stale when their files no longer contain the quote, and removes the mark when they contain it
 * again.
 */
@Injectable()
export class StaleCitations {
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly database: Database,
    @Inject(WorkspacesService) private readonly workspaces: Pick<WorkspacesService, 'resolve'>,
    @Inject(SearchService) private readonly searches: QuoteSearch,
    private readonly bus: EventBus,
    @Inject(getLeadToken('search')) led: Lead,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.loop = new BackgroundLoop({
      work: () => this.work(),
      pollMs: PASS_MS,
      share: SHARE,
      led,
      onError: (error) =>
        this.logger.warn({ err: error }, 'failed to compare citations with their files'),
    });
  }

  start(): void {
    // The search index does not report deleted files.
    for (const message of [filesChanged, filesIndexed])
      this.bus.subscribe<object>(message, () => this.loop.trigger());
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  private async work(): Promise<void> {
    let after = '';
    for (;;) {
      const page = await this.page(after);
      for (const one of page)
        if (one.seen_etag !== one.present_etag && Boolean(one.is_indexed)) await this.compare(one);
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return;
      after = last.id;
      await delay(1, undefined, { signal: this.loop.signal, ref: false });
    }
  }

  /** Returns the citations after the id `after`, with the current ETags of their files. */
  private page(after: string): Promise<Compared[]> {
    return this.database.query<Compared>(
      `SELECT c.id, c.project_id, c.task_id, c.workspace_id, c.path, c.quote, c.heading, c.lines_hash, c.stale,
              c.seen_etag,
              COALESCE(f.etag, '') AS present_etag,
              f.id IS NULL OR f.indexed_as = f.blob_id || ' ' || f.mime_type AS is_indexed
         FROM (SELECT * FROM citations WHERE id > ? ORDER BY id LIMIT ?) c
         LEFT JOIN workspaces w ON w.id = c.workspace_id AND w.deleted_at IS NULL
         LEFT JOIN files f ON w.id IS NOT NULL AND f.workspace_id = c.workspace_id AND f.path = c.path
          AND f.project_id = c.project_id
        ORDER BY c.id`,
      [after, PAGE],
    );
  }

  private async compare(citation: Compared): Promise<void> {
    const { id, project_id, task_id, workspace_id, path, present_etag } = citation;
    const stale = await this.reasonFor(citation);
    const rows = await this.database.query<{ id: string }>(
      `UPDATE citations SET seen_etag = ?, stale = ?,
              stale_at = CASE WHEN stale IS NOT DISTINCT FROM ? THEN stale_at ELSE ? END
        WHERE id = ? AND project_id = ? RETURNING id`,
      [present_etag, stale, stale, stale === null ? null : Date.now(), id, project_id],
    );
    if (rows.length > 0 && stale !== citation.stale)
      this.logger.info(
        { project: project_id, task: task_id, ws: workspace_id, path, stale },
        stale === null ? 'a citation holds again' : 'a citation no longer holds',
      );
  }

  private async reasonFor(citation: Compared): Promise<StaleReason | null> {
    const {
      project_id: projectId,
      workspace_id: workspaceId,
      path,
      quote,
      present_etag,
    } = citation;
    if (present_etag === '') return 'deleted';
    try {
      const workspace = await this.workspaces.resolve(projectId, workspaceId, 'workspace');
      for await (const passage of this.searches.quotes(workspace, path, quote))
        if (bearsOut(citation, passage)) return null;
      return 'changed';
    } catch (error) {
      // The file or its workspace was deleted in the meantime.
      if (error instanceof MetarunError) return 'deleted';
      throw error;
    }
  }
}

/** Returns whether a passage is below the cited heading, in unchanged lines. */
function bearsOut({ heading, lines_hash: hash }: Compared, { result, lines }: QuotedPart): boolean {
  const cited = JSON.parse(heading) as string[];
  if (cited.at(-1) !== result.heading.at(-1)) return false;
  return hash === null || hash === hashOfLines(lines);
}
