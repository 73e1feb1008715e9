import { ApiHeader } from '@nestjs/swagger';

/** For an operation that makes tasks, which a client may ask for again without making more. */
export const ONCE = ApiHeader({
  name: 'Idempotency-Key',
  required: false,
  description: 'Idempotency key: a request repeated within 24 hours gets the first response.',
});
