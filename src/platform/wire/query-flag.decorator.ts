import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import { Reads } from './reads.decorator.js';

/** `true` or `false` in a query string; false where it is left out. */
export function QueryFlag(description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: 'boolean', default: false, description }),
    Reads((value) => {
      if (value === 'true') return true;
      return value === 'false' ? false : value;
    }),
    IsBoolean({ message: '$property must be true or false' }),
  );
}
