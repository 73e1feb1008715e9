import { ApiHeader } from '@nestjs/swagger';

/** Documents an operation that creates tasks and can safely be repeated. */
export const ONCE = ApiHeader({
  name: 'Idempotency-Key',
  required: false,
  description: 'Idempotency key: a request repeated within 24 hours gets the first response.',
});
