import { SetMetadata } from '@nestjs/common';

const MEMBER = 'metarun:lines-body';

/**
 * Also accepts a body of type `application/x-ndjson`: a JSON object per line, at most `most`. The lines are parsed as
 * they arrive and form the list `member` of the body.
 */
export const LinesBody = (member: string, most: number): MethodDecorator =>
  SetMetadata(MEMBER, { member, most });

/** Returns the options that {@link LinesBody} sets on a handler; undefined if its body is one document. */
export function findLinesBodyOptions(
  handler: object,
): { member: string; most: number } | undefined {
  return Reflect.getMetadata(MEMBER, handler) as { member: string; most: number } | undefined;
}
