import { MetarunError } from '../../base/kernel/errors.js';
import type { ConversionEnd, ConversionMonitor, ConversionOutcome } from './conversion-monitor.js';
import { ConverterPool, type ConverterPoolOptions, stoppingError } from './converter-pool.js';
import type { Attempt, Failure } from './converter-process.js';
import {
  type Conversion,
  type ConversionOptions,
  type Document,
  DocumentConverter,
} from './document-converter.js';
import { CONVERTER_VERSION, FORMATS } from './formats.js';
import { mebibytes, type ConversionLimits } from './limits.js';

const FAILURE_OUTCOMES: Record<Failure, ConversionOutcome> = {
  time: 'timeout',
  cpu: 'timeout',
  memory: 'memory',
  depth: 'unreadable',
  error: 'unreadable',
  crash: 'crash',
};

/** Converts documents in the processes of a {@link ConverterPool}. */
export class SandboxedDocumentConverter extends DocumentConverter implements ConversionMonitor {
  readonly version: string;
  readonly formats = FORMATS;
  private readonly pool: ConverterPool;
  private readonly listeners: ((end: ConversionEnd) => void)[] = [];

  constructor(private readonly options: ConverterPoolOptions) {
    super();
    const { recogniser } = options;
    // A change of the recogniser changes the version, so that documents can be converted again.
    this.version = CONVERTER_VERSION + (recogniser === undefined ? '' : ` ${recogniser.name}`);
    this.pool = new ConverterPool(options);
  }

  get processes(): number {
    return this.pool.processes;
  }

  get waiting(): number {
    return this.pool.waiting;
  }

  get problem(): string | null {
    return this.pool.problem;
  }

  /** Starts a process, so that the first document need not wait and operators learn of problems. Never rejects. */
  warm(): Promise<void> {
    return this.pool.warm();
  }

  subscribe(listener: (end: ConversionEnd) => void): void {
    this.listeners.push(listener);
  }

  async convert(document: Document, options: ConversionOptions): Promise<Conversion> {
    const started = performance.now();
    let outcome: ConversionOutcome = 'interrupted';
    let format = this.formatByName(document.name);
    let attempts = 0;
    try {
      const { documentBytes } = this.options.limits;
      if (document.size > documentBytes) {
        outcome = 'too_large';
        throw unreadable(`It is larger than ${mebibytes(documentBytes)}.`);
      }
      let mediaTaken = false;
      const onMedia: ConversionOptions['onMedia'] = (media) => {
        mediaTaken = true;
        return options.onMedia(media);
      };
      const attempt = async (fallback: boolean): Promise<Attempt> => {
        attempts += 1;
        return this.attempt(document, { ...options, onMedia }, fallback);
      };
      let end = await attempt(false);
      // Once media has been delivered, a second attempt would deliver the same files again.
      if (end.kind === 'failed' && !mediaTaken && !this.pool.closed) {
        this.warn(format, end.reason);
        const second = await attempt(true);
        if (isBetter(second, end.reason)) end = second;
      }
      outcome = attemptOutcome(end);
      if (end.kind !== 'converted') throw this.attemptError(end);
      format = end.format;
      const { markdown, warnings } = end;
      return { markdown, format, warnings };
    } catch (error) {
      if (error instanceof MetarunError && error.code === 'unavailable') outcome = 'unavailable';
      throw error;
    } finally {
      const seconds = (performance.now() - started) / 1000;
      for (const listener of this.listeners) listener({ format, outcome, seconds, attempts });
    }
  }

  /** Ends every process and all running conversions. */
  close(): Promise<void> {
    return this.pool.close();
  }

  private async attempt(
    document: Document,
    options: ConversionOptions,
    fallback: boolean,
  ): Promise<Attempt> {
    const process = await this.pool.acquire(document.projectId ?? '');
    try {
      return await process.convert(document, options, fallback);
    } finally {
      this.pool.release(process);
    }
  }

  private attemptError(end: Exclude<Attempt, { kind: 'converted' }>): MetarunError {
    switch (end.kind) {
      case 'refused':
        return new MetarunError(`${end.code}_document`, end.message);
      case 'excessive':
        return unreadable(end.message);
      case 'failed':
        if (this.pool.closed) return stoppingError();
        return unreadable(failureMessage(end.reason, this.options.limits));
    }
  }

  private formatByName(name: string): string {
    const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
    return this.formats.includes(ending) ? ending : 'other';
  }

  /** Logs neither names nor contents of documents. */
  private warn(format: string, reason: string): void {
    this.options.onWarning(
      `failed to convert a document (${format}) at the first attempt: ${reason}`,
    );
  }
}

/**
 * Returns whether the fallback parser's answer is reported instead of the first engine's failure. An excess of the
 * first engine is not explained by what the fallback parser fails to find.
 */
function isBetter(second: Attempt, first: Failure): boolean {
  if (second.kind === 'converted') return true;
  return second.kind !== 'failed' && !['time', 'cpu', 'memory'].includes(first);
}

function attemptOutcome(end: Attempt): ConversionOutcome {
  switch (end.kind) {
    case 'converted':
      return 'converted';
    case 'refused':
      return end.code;
    case 'excessive':
      return 'too_large';
    case 'failed':
      return FAILURE_OUTCOMES[end.reason];
  }
}

function unreadable(message: string): MetarunError {
  return new MetarunError('unreadable_document', message);
}

/** Returns the message for a document that could not be converted. */
function failureMessage(reason: Failure, limits: ConversionLimits): string {
  switch (reason) {
    case 'time':
      return `Its conversion made no progress for ${limits.wallMs / 1000} s.`;
    case 'cpu':
      return `It takes more than ${limits.cpuMs / 1000} s of processor time to convert.`;
    case 'memory':
      return `It takes more than ${mebibytes(limits.memoryBytes)} of memory to convert.`;
    case 'depth':
      return 'It is nested too deeply.';
    case 'error':
      return 'It is damaged, or holds what cannot be converted.';
    case 'crash':
      return 'It made its converter end: it is damaged, or was made to do that.';
  }
}
