const READERS = Symbol('READERS');

/** Converts a member's value before validation. */
export type Reader = (value: unknown) => unknown;

/** Converts the value of a DTO member with `read`, for example the text of a query string to a number. */
export function Reads(read: Reader): PropertyDecorator {
  return (prototype, key) =>
    Reflect.defineMetadata(
      READERS,
      new Map([...readMemberReaders(prototype), [String(key), read]]),
      prototype,
    );
}

/** Returns the readers of a DTO, by member. */
export function readMemberReaders(prototype: object): ReadonlyMap<string, Reader> {
  const readers: unknown = Reflect.getMetadata(READERS, prototype);
  return readers instanceof Map ? (readers as ReadonlyMap<string, Reader>) : new Map();
}
