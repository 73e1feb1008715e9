import { SetMetadata } from '@nestjs/common';

export const NOT_AUDITED = Symbol('NOT_AUDITED');

/** For an operation that the audit log leaves out, with the reason: it changes nothing, or its own record says who did it. */
export function NotAudited(reason: string): MethodDecorator {
  return SetMetadata(NOT_AUDITED, reason);
}
