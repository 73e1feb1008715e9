const READERS = Symbol('READERS');

/** Converts a member's value before it is checked. */
export type Reader = (value: unknown) => unknown;

/** Converts the value of a member of a DTO by `read`, as the text of a query string is converted to a number. */
export function Reads(read: Reader): PropertyDecorator {
  return (prototype, key) =>
    Reflect.defineMetadata(
      READERS,
      new Map([...readersOf(prototype), [String(key), read]]),
      prototype,
    );
}

/** By member. */
export function readersOf(prototype: object): ReadonlyMap<string, Reader> {
  const readers: unknown = Reflect.getMetadata(READERS, prototype);
  return readers instanceof Map ? (readers as ReadonlyMap<string, Reader>) : new Map();
}
