const READERS = Symbol('READERS');

/** What a member's value is taken for, before it is checked. */
export type Reader = (value: unknown) => unknown;

/** Has a member of a DTO be what `read` makes of what was sent, as a number is made of the text of a query string. */
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
