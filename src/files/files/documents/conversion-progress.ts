import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '../../../base/tokens.js';
import type { Logger } from 'pino';
import { isJsonObject, type Json } from '../../../base/kernel/json.js';
import { Database } from '../../../platform/database/database.js';
import { EventBus, sharedMessage } from '../../../platform/events/event-bus.js';
import { eventPassing } from '../../../platform/events/messages.js';
import type { ConversionProgress } from '../../../sandbox/conversion/document-converter.js';
import type { FileEntry } from '../tree/file-entry.js';
import type { ConversionJobEntity } from './conversion-job.entity.js';
import { type DocumentProgress, progressJson } from './document-progress.js';
import { ConversionSpeed, ConversionTimes } from './remaining-time.js';

/** Interval between checks of a conversion's progress, in ms. */
const REPORT_MS = 1_000;
/**
 * Interval, in ms, after which unchanged progress is reported again; other servers forget it after three times as long.
 */
const REMIND_MS = 5_000;
const FORGET_MS = 15_000;
/** Maximum number of waiting documents per project that are given a place in the queue. */
const MAX_PLACES = 10_000;

/** Progress report of the server that converts a document. */
interface Report {
  projectId: string;
  workspaceId: string;
  fileId: string;
  path: string;
  name: string;
  counted: ConversionProgress | null;
  secondsLeft: number | null;
  /** Duration of the conversion, in ms; null until it has ended. */
  endedMs: number | null;
}

/** Progress of a document, sent to all servers and stored by none of them. */
const documentProgressed = sharedMessage<Report>('document.progressed', (sent: Json) => {
  // Messages come only from servers of this installation, so the other fields are trusted.
  return isJsonObject(sent) && typeof sent['fileId'] === 'string'
    ? (sent as unknown as Report)
    : null;
});

/** Progress of a single conversion, from start to end. */
export interface Tracked {
  report(counted: ConversionProgress): void;
  end(): void;
}

/**
 * Progress of the documents being converted by this and other servers, kept only in memory. A converting server sends
 * its progress to all servers up to once a second, so a lost report is soon replaced. Places in the queue are read from
 * the table of jobs.
 */
@Injectable()
export class ConversionProgressService {
  private readonly reports = new Map<string, Report & { at: number }>();
  private readonly times = new ConversionTimes();

  constructor(
    private readonly database: Database,
    private readonly bus: EventBus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    bus.subscribe(documentProgressed, (report) => this.receive(report));
  }

  /** Reports the progress of a conversion until it ends. */
  track(job: ConversionJobEntity): Tracked {
    const { project_id: projectId, workspace_id: workspaceId, file_id: fileId, name } = job;
    const began = performance.now();
    const speed = new ConversionSpeed();
    let counted: ConversionProgress | null = null;
    let reported: {
      counted: ConversionProgress | null;
      secondsLeft: number | null;
      at: number;
    } | null = null;
    const publish = (path: string, endedMs: number | null): void => {
      const secondsLeft = speed.secondsLeft();
      reported = { counted, secondsLeft, at: performance.now() };
      const what = { projectId, workspaceId, fileId, path, name, counted, secondsLeft, endedMs };
      this.bus.publish(documentProgressed, what);
    };
    let ended = false;
    const look = async (): Promise<void> => {
      const isOld = reported === null || performance.now() - reported.at > REMIND_MS;
      const isSame = reported?.counted === counted && reported.secondsLeft === speed.secondsLeft();
      if (!isOld && isSame) return;
      // The path is read for every report, since the file may be moved at any time.
      const path = await this.findPath(job);
      if (path !== null && !ended) publish(path, null);
    };
    const lookOut = (): void =>
      void look().catch((error: unknown) =>
        this.logger.debug({ err: error }, 'failed to report the progress of a document'),
      );
    const timer = setInterval(lookOut, REPORT_MS);
    return {
      report: (progress) => {
        counted = progress;
        speed.add(progress);
      },
      end: () => {
        ended = true;
        clearInterval(timer);
        publish('', performance.now() - began);
      },
    };
  }

  /** Returns the progress of the entries whose documents are not yet converted, by entry id. */
  async of(
    projectId: string,
    entries: readonly FileEntry[],
  ): Promise<ReadonlyMap<string, DocumentProgress>> {
    const waiting = entries.filter(({ conversion }) => conversion?.status === 'converting');
    if (waiting.length === 0) return new Map();
    const places = await this.places(projectId);
    this.forget();
    const atOnce = [...this.reports.values()].filter((one) => one.projectId === projectId).length;
    return new Map(
      waiting.map(({ id }): [string, DocumentProgress] => {
        const place = places.get(id) ?? null;
        const { counted = null, secondsLeft = null } = this.reports.get(id) ?? {};
        if (place === null) return [id, { place, counted, secondsLeft }];
        return [id, { place, counted: null, secondsLeft: this.times.secondsUntil(place, atOnce) }];
      }),
    );
  }

  /** Returns the places of the waiting documents, by file id. */
  private async places(projectId: string): Promise<ReadonlyMap<string, number>> {
    const rows = await this.database.query<{ file_id: string }>(
      `SELECT file_id FROM conversion_jobs WHERE project_id = ? AND due_at <= ${this.database.now}
        ORDER BY due_at, created_at, file_id LIMIT ${MAX_PLACES}`,
      [projectId],
    );
    return new Map(rows.map(({ file_id: id }, index) => [id, index + 1]));
  }

  private async findPath({ file_id: id, project_id: projectId }: ConversionJobEntity) {
    const [row] = await this.database.query<{ path: string }>(
      'SELECT path FROM files WHERE id = ? AND project_id = ?',
      [id, projectId],
    );
    return row?.path ?? null;
  }

  private receive(report: Report): void {
    const { projectId, workspaceId, fileId, path, name, counted, secondsLeft, endedMs } = report;
    this.reports.delete(fileId);
    if (endedMs !== null) return this.times.add(endedMs);
    this.reports.set(fileId, { ...report, at: performance.now() });
    this.forget();
    const progress = progressJson({ place: null, counted, secondsLeft });
    const state = { status: 'converting', error: null, warnings: [], progress };
    const data = { ws: workspaceId, path, converted_from: name, ...state };
    this.bus.publish(eventPassing, { projectId, type: 'file', data });
  }

  /** Removes expired reports. The map is ordered by time of arrival, so the oldest come first. */
  private forget(): void {
    const now = performance.now();
    for (const [id, { at }] of this.reports) {
      if (now - at < FORGET_MS) return;
      this.reports.delete(id);
    }
  }
}
