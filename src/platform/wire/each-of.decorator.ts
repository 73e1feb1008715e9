import { IsArray, IsObject } from 'class-validator';

const ITEMS = Symbol('ITEMS');
const OBJECTS = Symbol('OBJECTS');

/** A DTO's class. */
export type DtoClass = new () => object;

/** Marks a member of a DTO that is an array of objects, each checked as the DTO that `of` gives. */
export function EachOf(of: () => DtoClass): PropertyDecorator {
  return (prototype, key) => {
    Reflect.defineMetadata(ITEMS, new Map([...itemsOf(prototype), [String(key), of]]), prototype);
    IsArray()(prototype, key);
  };
}

/** The members of a DTO that are marked by {@link EachOf}. */
export function itemsOf(prototype: object): ReadonlyMap<string, () => DtoClass> {
  const items: unknown = Reflect.getMetadata(ITEMS, prototype);
  return items instanceof Map ? (items as ReadonlyMap<string, () => DtoClass>) : new Map();
}

/** Marks a member of a DTO that is an object, checked as the DTO that `of` gives. */
export function ObjectOf(of: () => DtoClass): PropertyDecorator {
  return (prototype, key) => {
    Reflect.defineMetadata(
      OBJECTS,
      new Map([...objectsOf(prototype), [String(key), of]]),
      prototype,
    );
    IsObject()(prototype, key);
  };
}

/** The members of a DTO that are marked by {@link ObjectOf}. */
export function objectsOf(prototype: object): ReadonlyMap<string, () => DtoClass> {
  const objects: unknown = Reflect.getMetadata(OBJECTS, prototype);
  return objects instanceof Map ? (objects as ReadonlyMap<string, () => DtoClass>) : new Map();
}
