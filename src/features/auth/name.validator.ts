import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length, Matches } from 'class-validator';

const MAX_NAME_LENGTH = 200;
/** Something that can be seen, and no control character or half a character anywhere. */
const NAME = /^(?=.*\S)[^\p{Cc}\p{Cs}\u2028\u2029]*$/u;

/** A name that people give to something: 1 to 200 characters on one line. Needed unless optional. */
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
    }),
    Matches(NAME, { message: '$property must not be blank or hold control characters' }),
    Length(1, MAX_NAME_LENGTH),
    IsString(),
  );
}
