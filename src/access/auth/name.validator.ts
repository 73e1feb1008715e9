import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';
import { NAME_PATTERN } from '../../base/kernel/hidden-characters.js';
import { IsPlainName } from '../../platform/wire/is-plain-name.decorator.js';
import { MAX_NAME_LENGTH } from '../../base/kernel/max-lengths.js';

/** Validates a name that people give to something: 1 to 200 characters on one line, required unless `optional`. */
export function IsName(options: {
  description: string;
  example: string;
  optional?: boolean;
}): PropertyDecorator {
  const { description, example, optional = false } = options;
  return applyDecorators(
    ApiProperty({
      description,
      example,
      required: !optional,
      minLength: 1,
      maxLength: MAX_NAME_LENGTH,
      pattern: NAME_PATTERN.source,
    }),
    IsPlainName(),
    Length(1, MAX_NAME_LENGTH),
    IsString(),
  );
}
