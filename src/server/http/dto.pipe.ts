import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { isJsonObject } from '../../base/kernel/json.js';
import { MetarunError } from '../../base/kernel/errors.js';
import type { DtoClass } from '../../platform/wire/each-of.decorator.js';
import { checkDto } from './dto-check.js';
import { ValidationErrors } from './validation-errors.js';

/**
 * Makes DTOs of bodies and query strings. What does not match is reported with its places, unknown fields among them. It
 * stands in for Nest's own pipe, whose class-transformer takes the square of the number of members.
 */
export class DtoPipe implements PipeTransform<unknown, unknown> {
  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if ((type !== 'body' && type !== 'query') || !isDtoClass(metatype)) return value;
    const errors = new ValidationErrors(type === 'query' ? '?' : '/');
    const dto = await checkDto(isJsonObject(value) ? value : {}, metatype, errors);
    if (errors.count === 0) return dto;
    throw new MetarunError('validation_failed', `The request is not valid: ${errors.text()}.`, {
      errors: errors.listed,
    });
  }
}

const PLAIN_TYPES: readonly unknown[] = [String, Number, Boolean, Array, Object];

/** Returns whether a parameter is declared as a class of ours, and not as `string`, `object` and the like. */
function isDtoClass(metatype: unknown): metatype is DtoClass {
  return typeof metatype === 'function' && !PLAIN_TYPES.includes(metatype);
}
