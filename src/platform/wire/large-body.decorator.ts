import { SetMetadata } from '@nestjs/common';

const MOST = 'metarun:large-body';

/** The body may have `bytes` where METARUN_LIMITS.body_bytes is less: it has one long text. */
export const LargeBody = (bytes: number): MethodDecorator => SetMetadata(MOST, bytes);

/** Returns what {@link LargeBody} says of a handler; 0 where the limit of all bodies holds. */
export function largeBodyOf(handler: object): number {
  return Number(Reflect.getMetadata(MOST, handler) ?? 0);
}
