import { SetMetadata } from '@nestjs/common';

const MEMBER = 'metarun:lines-body';

/**
 * The body may also be `application/x-ndjson`: a JSON object in each line, `most` at most. They are read as they come, and are the
 * list `member` of the body.
 */
export const LinesBody = (member: string, most: number): MethodDecorator =>
  SetMetadata(MEMBER, { member, most });

/** Returns what {@link LinesBody} says of a handler; undefined where its body is one document. */
export function linesBodyOf(handler: object): { member: string; most: number } | undefined {
  return Reflect.getMetadata(MEMBER, handler) as { member: string; most: number } | undefined;
}
