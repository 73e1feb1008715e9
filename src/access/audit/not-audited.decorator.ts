import { SetMetadata } from '@nestjs/common';

export const NOT_AUDITED = Symbol('NOT_AUDITED');

/** Excludes an operation from the audit log, with the reason: it changes nothing, or records its author itself. */
export function NotAudited(reason: string): MethodDecorator {
  return SetMetadata(NOT_AUDITED, reason);
}
