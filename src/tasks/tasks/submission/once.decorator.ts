import { ApiHeader } from '@nestjs/swagger';

/** For an operation that makes tasks, which a client may ask for again without making more. */
export const ONCE = ApiHeader({
  name: 'Idempotency-Key',
  required: false,
  description:
    'A name for this request: sent again within 24 hours it is answered as the first time.',
});
