import type { Response } from 'express';
import { isoTime } from '../../../base/kernel/clock.js';
import type { MetarunError } from '../../../base/kernel/errors.js';
import { VERSION } from '../../../base/kernel/version.js';
import type { StoredEvent } from '../../../platform/events/event-log.js';
import type { EventSelection } from '../../../platform/events/event-selection.js';
import type { Chunk, EventTail, TailReader } from '../../../platform/events/event-tail.js';
import type { EventTails } from '../../../platform/events/event-tails.js';

/** Silence after which a heartbeat is sent, so that proxies keep the connection, in ms. */
const HEARTBEAT_MS = 15_000;
/** Longest time for which a reader may leave sent data unread before it is disconnected, in ms. */
const PATIENCE_MS = 30_000;
/** Longest time for which a reader may leave the last event of an ending stream unread, in ms. */
const LAST_WORD_MS = 2_000;
/**
 * Length of the text that is made at a time, in characters: a reader that stops reading costs at most twice as much
 * memory.
 */
const CHUNK_LENGTH = 64 * 1024;
/** Number of events read from the table at a time: initially, at most, and for long events. */
const FIRST_ROWS = 64;
const MOST_ROWS = 500;
const FEWEST_ROWS = 8;

export interface StreamOptions {
  projectId: string;
  after: number;
  selection: EventSelection;
  /**
   * Returns whether the selection ends with its final event: an ended task may be reopened. Without this function it
   * ends.
   */
  isOver?: (end: number) => Promise<boolean>;
  /** Text between `hello` and the first event of the log. */
  preface: string;
  /** Receives a function that ends the stream early, once it has begun. */
  onOpen: (end: (reason: MetarunError) => void) => void;
}

/**
 * Server-sent events until the reader disconnects or the selection ends. Events come from the project's tail, which all
 * streams share, or from the table for a stream that lags behind. Nothing is read ahead of the reader, and one that
 * takes nothing for {@link PATIENCE_MS} is disconnected: it can resume.
 */
export class EventStream implements TailReader {
  private after: number;
  private rows = FIRST_ROWS;
  private gone = false;
  /** Set once everything up to the tail's newest event has been sent. */
  private idle: (() => void) | null = null;
  private lastSent = Date.now();

  constructor(
    private readonly tails: EventTails,
    private readonly tail: EventTail,
    private readonly response: Response,
    private readonly options: StreamOptions,
  ) {
    this.after = options.after;
  }

  get taskIds(): readonly string[] | undefined {
    return this.options.selection.taskIds;
  }

  async run(): Promise<void> {
    const { response } = this;
    response.on('close', () => {
      this.gone = true;
      this.idle?.();
    });
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    // A HEAD request asks only for the headers of a GET.
    if (response.req.method === 'HEAD') return void response.end();
    const newest = Math.max(this.after, this.tail.newest);
    response.write(`: connected\n\n${helloFrame(newest)}${this.options.preface}`);
    this.options.onOpen((reason) => this.end(reason));
    const unfollow = this.tail.follow(this);
    const heartbeat = setInterval(() => this.beat(), HEARTBEAT_MS);
    try {
      await this.send();
    } finally {
      unfollow();
      clearInterval(heartbeat);
      response.end();
    }
  }

  onNews(from: number): void {
    if (this.idle === null) return;
    // The reader has everything that concerns it up to here.
    this.after = Math.max(this.after, from);
    this.idle();
  }

  /** Skips the event for a reader that lags behind or does not read: it would be outdated. */
  onPassing(event: StoredEvent, frame: string): void {
    const { response } = this;
    if (this.gone || this.idle === null || response.writableNeedDrain) return;
    if (!this.options.selection.has(event)) return;
    this.lastSent = Date.now();
    response.write(frame);
  }

  /** Reports to the reader why the stream ends. One that does not even read that is disconnected. */
  private end({ code, message }: MetarunError): void {
    if (this.gone) return;
    this.gone = true;
    const { response } = this;
    const data = JSON.stringify({ code, detail: message });
    response.end(`event: closed\ndata: ${data}\n\n`);
    const timer = setTimeout(() => response.destroy(), LAST_WORD_MS);
    response.once('close', () => clearTimeout(timer));
    this.idle?.();
  }

  private async send(): Promise<void> {
    while (!this.gone) {
      const { selection } = this.options;
      const chunk =
        this.tail.next(this.after, selection, CHUNK_LENGTH) ?? (await this.nextStored());
      this.after = Math.max(this.after, chunk.after);
      const sent = chunk.frames.length > 0;
      if (sent && !(await this.write(chunk.frames))) return;
      if (chunk.ended && ((await this.options.isOver?.(chunk.after)) ?? true)) return;
      if (chunk.ended) continue;
      // New events may have arrived during a write; without a write there was no time for any.
      if (!sent && !chunk.more && !this.gone) await this.waitForMore();
    }
  }

  private async nextStored(): Promise<Chunk> {
    const { projectId, selection } = this.options;
    const newest = this.tail.newest;
    const place = { projectId, after: this.after, newest };
    const bounds = { limit: this.rows, length: CHUNK_LENGTH, also: ['status' as const] };
    const chunk = await this.tails.nextStored(place, selection, bounds);
    // Few long events fit into a chunk; the others would be read again and again.
    this.rows = chunk.more
      ? Math.max(FEWEST_ROWS, this.rows >> 2)
      : Math.min(MOST_ROWS, this.rows * 2);
    return {
      ...chunk,
      after: chunk.full ? chunk.after : Math.max(chunk.after, newest),
      more: true,
    };
  }

  private waitForMore(): Promise<void> {
    return new Promise((resolve) => {
      this.idle = () => {
        this.idle = null;
        resolve();
      };
    });
  }

  /** Returns false if the reader has disconnected, or was disconnected. */
  private write(frames: Buffer): Promise<boolean> {
    const { response } = this;
    if (this.gone) return Promise.resolve(false);
    this.lastSent = Date.now();
    if (response.write(frames)) return Promise.resolve(!this.gone);
    return new Promise((resolve) => {
      const settle = (): void => {
        clearTimeout(timer);
        response.off('drain', settle);
        response.off('close', settle);
        resolve(!this.gone);
      };
      const timer = setTimeout(() => {
        this.gone = true;
        response.destroy();
        settle();
      }, PATIENCE_MS);
      response.on('drain', settle);
      response.on('close', settle);
    });
  }

  /**
   * Sends a heartbeat with the position of the stream, so that a reader of rare events does not resume from long ago.
   */
  private beat(): void {
    if (this.gone || this.idle === null || Date.now() - this.lastSent < HEARTBEAT_MS) return;
    const place = this.after === 0 ? '' : `id: ${this.after}\n`;
    this.response.write(`: heartbeat\n${place}\n`);
  }
}

/** Returns the first event of each stream. It has no `id`: a reader still resumes after its last event of the log. */
function helloFrame(newest: number): string {
  const data = JSON.stringify({ now: isoTime(Date.now()), newest, version: VERSION });
  return `event: hello\ndata: ${data}\n\n`;
}
