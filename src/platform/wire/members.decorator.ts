import { IsArray, IsObject } from 'class-validator';

const ITEMS = Symbol('ITEMS');
const OBJECTS = Symbol('OBJECTS');

export type DtoClass = new () => object;

/** Marks a DTO member as an array of objects, each validated as the DTO that `of` returns. */
export function EachOf(of: () => DtoClass): PropertyDecorator {
  return (prototype, key) => {
    Reflect.defineMetadata(
      ITEMS,
      new Map([...readItemMembers(prototype), [String(key), of]]),
      prototype,
    );
    IsArray()(prototype, key);
  };
}

/** Returns the DTO members that are marked by {@link EachOf}. */
export function readItemMembers(prototype: object): ReadonlyMap<string, () => DtoClass> {
  const items: unknown = Reflect.getMetadata(ITEMS, prototype);
  return items instanceof Map ? (items as ReadonlyMap<string, () => DtoClass>) : new Map();
}

/** Marks a DTO member as an object, validated as the DTO that `of` returns. */
export function ObjectOf(of: () => DtoClass): PropertyDecorator {
  return (prototype, key) => {
    Reflect.defineMetadata(
      OBJECTS,
      new Map([...readObjectMembers(prototype), [String(key), of]]),
      prototype,
    );
    IsObject()(prototype, key);
  };
}

/** Returns the DTO members that are marked by {@link ObjectOf}. */
export function readObjectMembers(prototype: object): ReadonlyMap<string, () => DtoClass> {
  const objects: unknown = Reflect.getMetadata(OBJECTS, prototype);
  return objects instanceof Map ? (objects as ReadonlyMap<string, () => DtoClass>) : new Map();
}
