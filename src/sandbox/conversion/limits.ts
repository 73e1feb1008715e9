import { availableParallelism } from 'node:os';
import type { Config } from '../../base/config/settings.js';

const MIB = 1024 * 1024;

/** Limits on one document and its conversion. */
export interface ConversionLimits {
  documentBytes: number;
  /**
   * Time for which a process may do nothing for it, in ms: without the time that it waits for others. One that works has ten times as
   * much, since it may get little of a busy machine.
   */
  wallMs: number;
  /** Processor time of all its threads, in ms. */
  cpuMs: number;
  /** Memory of the process, in bytes. */
  memoryBytes: number;
  markdownBytes: number;
  /** One file that was inside it. */
  mediaBytes: number;
  /** All of them together. */
  allMediaBytes: number;
  mediaFiles: number;
}

/** As in {@link ConversionLimits}. */
const STILL_MS = 30_000;
const MAX_CPU_MS = 30_000;

export const LIMITS: ConversionLimits = {
  documentBytes: 256 * MIB,
  wallMs: STILL_MS,
  cpuMs: MAX_CPU_MS,
  memoryBytes: 2048 * MIB,
  markdownBytes: 32 * MIB,
  mediaBytes: 32 * MIB,
  allMediaBytes: 256 * MIB,
  mediaFiles: 1000,
};

/** More processes would cost more memory than they save time. */
const MAX_BY_DEFAULT = 4;

/** Returns the number of documents that are converted at the same time. */
export function converterCount({ converters }: Pick<Config, 'converters'>): number {
  return converters || Math.min(availableParallelism(), MAX_BY_DEFAULT);
}

/** Returns a text such as `32 MiB`. */
export function mebibytes(bytes: number): string {
  return `${Math.floor(bytes / MIB)} MiB`;
}
