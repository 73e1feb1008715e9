import { ApiHeader } from '@nestjs/swagger';
import { MAX_WAIT_SECONDS } from './task-waits.service.js';

/** Documents an operation that can answer once what it has created has ended. */
export const PREFER_WAIT = ApiHeader({
  name: 'Prefer',
  required: false,
  description: `\`wait=20\` returns the finished task with its result if it ends within that many seconds, at most ${MAX_WAIT_SECONDS}; otherwise it has no effect. Requires the scope \`tasks:read\` as well.`,
  schema: { type: 'string', example: 'wait=20' },
});
