import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';

const RAW_KEYS = Symbol('RAW_KEYS');
const ITEMS = Symbol('ITEMS');

/** A DTO's class. */
type DtoClass = new () => object;

/**
 * Marks a member of a DTO that holds any JSON: it is kept exactly as it was parsed. class-transformer would
 * copy it, and trip over or drop keys such as `constructor` and `__proto__`.
 */
export function RawJson(): PropertyDecorator {
  return (prototype, key) => {
    Reflect.defineMetadata(RAW_KEYS, [...rawKeys(prototype.constructor), String(key)], prototype);
  };
}

/** Names of the members of a DTO class that are marked by {@link RawJson}, inherited ones too. */
export function rawKeys(dto: unknown): string[] {
  if (typeof dto !== 'function') return [];
  const keys: unknown = Reflect.getMetadata(RAW_KEYS, dto.prototype as object);
  return Array.isArray(keys) ? keys.map(String) : [];
}

/** Marks a member of a DTO that is an array of objects, each checked as the DTO that `of` gives. */
export function EachOf(of: () => DtoClass): PropertyDecorator {
  const remember: PropertyDecorator = (prototype, key) => {
    const items = { ...itemsOf(prototype.constructor), [String(key)]: of };
    Reflect.defineMetadata(ITEMS, items, prototype);
  };
  return applyDecorators(ValidateNested({ each: true }), Type(of), remember);
}

/** The members of a DTO class that are marked by {@link EachOf}. */
export function itemsOf(dto: unknown): Record<string, () => DtoClass> {
  if (typeof dto !== 'function') return {};
  const items: unknown = Reflect.getMetadata(ITEMS, dto.prototype as object);
  return (items ?? {}) as Record<string, () => DtoClass>;
}
