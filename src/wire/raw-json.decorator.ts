const RAW_KEYS = Symbol('RAW_KEYS');

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
