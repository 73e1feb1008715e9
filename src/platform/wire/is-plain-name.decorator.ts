import { Matches } from 'class-validator';
import { NAME_MESSAGE, NAME_PATTERN } from '../../base/kernel/hidden-characters.js';

/**
 * Validates a name or search text: a single line without terminal control characters, characters that change the text
 * direction, or invisible characters. {@link PLAIN_NAME} documents this in OpenAPI; a test finds names without it.
 */
export function IsPlainName(): PropertyDecorator {
  return Matches(NAME_PATTERN, { message: NAME_MESSAGE });
}

/** Options of `ApiProperty` that belong to {@link IsPlainName}. */
export const PLAIN_NAME = { pattern: NAME_PATTERN.source };
