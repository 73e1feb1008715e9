import { getErrorMessage } from '../../base/kernel/errors.js';
import { endWords } from '../runtime/guest-exit.js';
import type { UseMeter } from '../runtime/process-meter.js';
import { ProgressWatch } from '../runtime/progress-watch.js';
import type { GuestCommand } from '../runtime/sandbox/sandbox.js';
import { type GuestProcess, spawnGuest } from '../runtime/sandbox/spawn-guest.js';
import { AnswerReader, BrokenChannelError } from './answer-reader.js';
import { parseAnswer, parseReady } from './answers.js';
import type { ConversionOptions, Document } from './document-converter.js';
import { type ConversionLimits, mebibytes } from './limits.js';
import type { Recogniser } from './recogniser.js';
import { DocumentStream } from './document-stream.js';
import type {
  ConvertFrame,
  ReadyFrame,
  RecognisedFrame,
} from '@metarun/document-converter/protocol';
import { type Excess, Watchdog } from './watchdog.js';

/** CPU time within which a process must be ready (ms). A start takes about 300. */
const READY_CPU_MS = 60_000;
/** Number of documents after which a process is replaced, in case they leave something behind. */
const MAX_DOCUMENTS = 500;
/** Memory (bytes) above which a process is replaced after a document. */
const KEPT_BYTES = 384 * 1024 * 1024;
const OUT_OF_MEMORY = /out of memory|allocation (failed|of \d+ bytes failed)|bad_alloc/i;

/** CPU time for recognising the pages of one document (ms); further pages are reported. */
const RECOGNISING_CPU_MS = 10 * 60_000;

/** Limits on progress reports, above which the process cannot be a converter: converters send four per second. */
const REPORTS_A_SECOND = 20;
const FIRST_REPORTS = 50;

/** Reason why a process gave no answer. */
export type Failure = Excess | 'depth' | 'error' | 'crash';

/** Result of an attempt. After `failed` and `excessive`, the process has been ended. */
export type Attempt =
  | { kind: 'converted'; markdown: string; format: string; warnings: string[] }
  | { kind: 'refused'; code: 'unsupported' | 'unreadable'; message: string }
  /** The output is larger than allowed. */
  | { kind: 'excessive'; message: string }
  | { kind: 'failed'; reason: Failure };

/** A process that converts one document at a time, all for one project. */
export class ConverterProcess {
  /** End of the last document, by `performance.now()`. */
  idleSince = 0;
  /** Resolves once the process has ended. */
  readonly exited: Promise<void>;
  private readonly guest: GuestProcess;
  private readonly reader: AnswerReader;
  private meter: UseMeter | null = null;
  private ended = false;
  /** End of the process in words, as the end of a sentence; null while it lives. */
  private end: string | null = null;
  private documents = 0;

  /** Throws if the process cannot be started. */
  constructor(
    command: GuestCommand,
    /** The project whose documents the process gets; null before the first document. */
    public owner: string | null,
    private readonly limits: ConversionLimits,
    /** Null if text in scanned pages is not recognised. */
    private readonly recogniser: Recogniser | null = null,
  ) {
    this.guest = spawnGuest(command, { boots: true });
    this.reader = new AnswerReader(this.guest.channel);
    this.exited = this.guest.exited.then((end) => {
      this.ended = true;
      this.end = endWords(end);
      this.meter?.close();
      // A descendant could hold the channel open and keep callers waiting for an answer.
      this.guest.channel.destroy();
    });
  }

  get pid(): number {
    return this.guest.pid;
  }

  /**
   * Resolves to the process's report once it can take documents. Throws an Error with the reason and the end of stderr
   * if it fails to start. `times` multiplies the CPU time it may take.
   */
  async ready(times = 1): Promise<ReadyFrame> {
    const watch = new ProgressWatch({
      cpuMs: () => this.guest.cpuMs(),
      isStart: true,
      maxCpuMs: READY_CPU_MS * times,
      onStuck: () => this.kill(),
    });
    try {
      const frame = parseReady(await this.reader.line());
      this.meter = await this.guest.openMeter();
      this.watchIdle();
      return frame;
    } catch (error) {
      const { channel } = this.guest;
      const hasEnded = channel.readableEnded || channel.destroyed;
      this.kill();
      await this.exited;
      const reason = watch.reason ?? (hasEnded ? this.end : getErrorMessage(error));
      // The process has had no document yet, so no document can have influenced this text.
      throw new Error(`${reason} ${this.guest.stderrTail()}`.trim(), { cause: error });
    } finally {
      watch.stop();
    }
  }

  /** True if the process may take another document. */
  get reusable(): boolean {
    return (
      !this.ended &&
      this.documents < MAX_DOCUMENTS &&
      (this.meter?.read()?.residentBytes ?? 0) < KEPT_BYTES
    );
  }

  /**
   * Converts a document. Rejects with the error of opening or reading the document, and with that of `onMedia`; the
   * process has then been ended.
   */
  async convert(
    document: Document,
    options: ConversionOptions,
    fallback: boolean,
  ): Promise<Attempt> {
    this.documents += 1;
    const id = this.documents;
    if (id === 1) this.guest.share.restore();
    const watchdog = new Watchdog(this.meter, this.limits, () => this.kill());
    const frame: ConvertFrame = {
      type: 'convert',
      id,
      name: document.name,
      bytes: document.size,
      media_path: options.mediaPath,
      fallback,
      ...(options.charset !== undefined && { charset: options.charset }),
      ...(this.recogniser !== null && { recognise: true }),
    };
    try {
      await this.send(frame, document, watchdog);
      const attempt = await this.receive(id, options, watchdog);
      if (attempt.kind === 'failed' || attempt.kind === 'excessive') this.kill();
      else this.watchIdle();
      return attempt;
    } catch (error) {
      this.kill();
      if (!(error instanceof BrokenChannelError)) throw error;
      await this.exited;
      return { kind: 'failed', reason: watchdog.excess ?? this.lastFailure() };
    } finally {
      watchdog.stop();
    }
  }

  /** Sends SIGKILL to the process and its sandbox. Idempotent. */
  kill(): void {
    this.ended = true;
    this.guest.kill();
    // Unread data would hide the end of the channel.
    this.guest.channel.destroy();
  }

  /** Ends a process that sends data between two documents or closes its channel. */
  private watchIdle(): void {
    const { documents } = this;
    void this.reader.more().then(() => {
      if (this.documents === documents) this.kill();
    });
  }

  private async send(frame: ConvertFrame, document: Document, watchdog: Watchdog): Promise<void> {
    await this.write(`${JSON.stringify(frame)}\n`);
    const stream = await watchdog.without(() => DocumentStream.open(document));
    try {
      for (;;) {
        const chunk = await watchdog.without(() => stream.next());
        if (chunk === null) return;
        await this.write(chunk);
      }
    } finally {
      stream.close();
    }
  }

  /** Resolves when the process has read most of the written data, so that at most one chunk is buffered here. */
  private async write(data: string | Buffer): Promise<void> {
    const { channel } = this.guest;
    if (channel.destroyed) throw new BrokenChannelError('the channel is closed');
    if (channel.write(data)) return;
    // The channel of a process that dies during a write never drains.
    await new Promise<void>((resolve) => {
      const settle = (): void => {
        channel.off('drain', settle).off('close', settle);
        resolve();
      };
      channel.on('drain', settle).on('close', settle);
    });
    if (channel.destroyed) throw new BrokenChannelError('the channel is closed');
  }

  private async receive(
    id: number,
    options: ConversionOptions,
    watchdog: Watchdog,
  ): Promise<Attempt> {
    const { limits } = this;
    const names = new Set<string>();
    let mediaBytes = 0;
    let recognisingMs = RECOGNISING_CPU_MS;
    let reports = 0;
    const began = performance.now();
    for (;;) {
      const frame = parseAnswer(await this.reader.line(), id);
      switch (frame.type) {
        case 'media': {
          const { name, bytes } = frame;
          // Names that differ only in case are the same file when unpacked on other systems.
          const key = name.toLowerCase();
          if (names.has(key)) throw new BrokenChannelError('two files have one name');
          names.add(key);
          mediaBytes += bytes;
          const excess = this.mediaExcess(bytes, mediaBytes, names.size);
          if (excess !== null) return { kind: 'excessive', message: excess };
          const content = await this.reader.body(bytes);
          await watchdog.without(() => options.onMedia({ name, content }));
          break;
        }
        case 'progress': {
          reports += 1;
          if (reports > FIRST_REPORTS + ((performance.now() - began) / 1000) * REPORTS_A_SECOND)
            throw new BrokenChannelError('a flood of reports');
          const { done, total, unit } = frame;
          options.onProgress?.({ done, total, unit });
          break;
        }
        case 'page': {
          const { recogniser } = this;
          if (recogniser === null) throw new BrokenChannelError('a page that no one reads');
          if (frame.bytes > limits.mediaBytes)
            return { kind: 'excessive', message: tooLargeMessage('A page', limits.mediaBytes) };
          const picture = await this.reader.body(frame.bytes);
          await watchdog.without(async () => {
            const read = await recogniser.read(picture, recognisingMs);
            recognisingMs -= read.cpuMs;
            const text = Buffer.from('text' in read ? read.text : '');
            const failure = 'failure' in read ? { failure: read.failure } : {};
            const answer: RecognisedFrame = {
              type: 'recognised',
              id,
              bytes: text.length,
              ...failure,
            };
            await this.write(Buffer.concat([Buffer.from(`${JSON.stringify(answer)}\n`), text]));
          });
          break;
        }
        case 'converted': {
          const { format, warnings, bytes } = frame;
          if (bytes > limits.markdownBytes)
            return {
              kind: 'excessive',
              message: tooLargeMessage('Its Markdown', limits.markdownBytes),
            };
          const markdown = markdownText(await this.reader.body(bytes));
          return { kind: 'converted', format, warnings: [...warnings], markdown };
        }
        case 'refused':
          return { kind: 'refused', code: frame.code, message: frame.message };
        case 'failed':
          return { kind: 'failed', reason: frame.reason };
      }
    }
  }

  private mediaExcess(bytes: number, allBytes: number, files: number): string | null {
    const { mediaBytes, allMediaBytes, mediaFiles } = this.limits;
    if (bytes > mediaBytes) return tooLargeMessage('A file inside it', mediaBytes);
    if (allBytes > allMediaBytes) return tooLargeMessage('All that is inside it', allMediaBytes);
    return files > mediaFiles ? `It holds more than ${mediaFiles} files.` : null;
  }

  private lastFailure(): Failure {
    return OUT_OF_MEMORY.test(this.guest.stderrTail()) ? 'memory' : 'crash';
  }
}

function tooLargeMessage(what: string, limit: number): string {
  return `${what} is larger than ${mebibytes(limit)}.`;
}

function markdownText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new BrokenChannelError('the Markdown is not UTF-8');
  }
}
