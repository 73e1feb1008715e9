import { isoTime } from '../../../base/kernel/clock.js';
import type { LogLine } from '../../../platform/events/log-lines.js';
import type { LogLineDto } from './task-logs.dto.js';

export function logLineDto({
  seq,
  createdAt,
  level,
  text,
  attempt,
  line,
  isOpen,
}: LogLine): LogLineDto {
  return {
    seq,
    time: isoTime(createdAt),
    level,
    text,
    attempt,
    ...(line !== undefined && { line }),
    ...(isOpen && { open: true }),
  };
}
