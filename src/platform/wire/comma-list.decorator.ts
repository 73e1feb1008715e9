import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayNotEmpty, IsOptional } from 'class-validator';
import { Reads } from './reads.decorator.js';

/** Texts in a query string: one parameter with commas, or several parameters. Further decorators validate each text. */
export function CommaList(most: number, description: string, example?: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      type: String,
      description: `${description} Up to ${most}, separated by commas.`,
      ...(example === undefined ? {} : { example }),
    }),
    Reads((value) => {
      if (value === undefined) return value;
      const given: unknown[] = Array.isArray(value) ? value : [value];
      const parts = given.flatMap((part) => (typeof part === 'string' ? part.split(',') : [part]));
      return [...new Set(parts)];
    }),
    IsOptional(),
    ArrayNotEmpty(),
    ArrayMaxSize(most, { message: `$property may name ${most} at most` }),
  );
}
