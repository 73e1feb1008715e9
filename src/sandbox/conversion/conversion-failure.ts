import type { ConversionOutcome } from './conversion-monitor.js';
import type { Failure } from './converter-process.js';
import { type ConversionLimits, mebibytes } from './limits.js';

/** Returns the message for a document that no process could convert. */
export function failureMessage(reason: Failure, limits: ConversionLimits): string {
  switch (reason) {
    case 'time':
      return `It takes longer than ${limits.wallMs / 1000} s to convert.`;
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

export const FAILURE_OUTCOMES: Record<Failure, ConversionOutcome> = {
  time: 'timeout',
  cpu: 'timeout',
  memory: 'memory',
  depth: 'unreadable',
  error: 'unreadable',
  crash: 'crash',
};
