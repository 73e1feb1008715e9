import { Matches } from 'class-validator';
import { NAME_MESSAGE, NAME_PATTERN } from '../../base/kernel/hidden-characters.js';

/**
 * A text that people name something by, or find it by: on one line, without characters that command a terminal, change the
 * direction of text or are not shown. The OpenAPI document says so by {@link PLAIN_NAME}; a test finds the names that lack it.
 */
export function IsPlainName(): PropertyDecorator {
  return Matches(NAME_PATTERN, { message: NAME_MESSAGE });
}

/** The part of the options of `ApiProperty` that goes with {@link IsPlainName}. */
export const PLAIN_NAME = { pattern: NAME_PATTERN.source };
