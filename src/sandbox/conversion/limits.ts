import { availableParallelism } from 'node:os';
import type { Config } from '../../base/config/settings.js';

const MIB = 1024 * 1024;

/** Limits on one document and its conversion. */
export interface ConversionLimits {
  documentBytes: number;
  /**
   * Time for which a process may make no progress on the document, in ms, excluding the time that it waits for others.
   * A process that makes progress is limited by `cpuMs` alone, since a busy machine may run it slowly.
   */
  wallMs: number;
  /** CPU time of all threads of the process, in ms. */
  cpuMs: number;
  /** Memory of the process, in bytes. */
  memoryBytes: number;
  markdownBytes: number;
  /** Size of one file inside the document. */
  mediaBytes: number;
  /** Size of all files inside the document together. */
  allMediaBytes: number;
  mediaFiles: number;
}

/** Values for {@link ConversionLimits}. */
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

/** More processes would cost more memory than the time they save is worth. */
const MAX_BY_DEFAULT = 4;

/** Returns the number of documents that may be converted at the same time. */
export function converterCount({ converters }: Pick<Config, 'converters'>): number {
  return converters || Math.min(availableParallelism(), MAX_BY_DEFAULT);
}

/** Formats a size, such as `32 MiB`. */
export function mebibytes(bytes: number): string {
  return `${Math.floor(bytes / MIB)} MiB`;
}
