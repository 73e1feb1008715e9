import { SetMetadata } from '@nestjs/common';

const MOST = 'metarun:large-body';

/**
 * Lets the body of a route have `bytes` even if METARUN_LIMITS.body_bytes is lower, since it contains one long text.
 */
export const LargeBody = (bytes: number): MethodDecorator => SetMetadata(MOST, bytes);

/** Returns the limit that {@link LargeBody} sets on a handler; 0 if the general limit applies. */
export function readLargeBodyLimit(handler: object): number {
  return Number(Reflect.getMetadata(MOST, handler) ?? 0);
}
