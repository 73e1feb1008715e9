/** `util.isDeepStrictEqual`. The port's version is part of `assert`, which it would pull in. */
const { is, getPrototypeOf } = Object;

type Pairs = Map<object, object>;

export function isDeepStrictEqual(one: unknown, other: unknown): boolean {
  return equal(one, other, new Map());
}

function equal(one: unknown, other: unknown, seen: Pairs): boolean {
  if (is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return false;
  if (getPrototypeOf(one) !== getPrototypeOf(other)) return false;
  // Cyclic references are equal as long as nothing else differs.
  if (seen.get(one) === other) return true;
  seen.set(one, other);
  return sameValue(one, other, seen) && sameMembers(one, other, seen);
}

/** Compares the values of objects apart from their members. */
function sameValue(one: object, other: object, seen: Pairs): boolean {
  if (one instanceof Date) return is(one.getTime(), (other as Date).getTime());
  if (one instanceof RegExp)
    return (
      `${one.source}/${one.flags}` === `${(other as RegExp).source}/${(other as RegExp).flags}`
    );
  if (one instanceof Error) {
    const { name, message } = other as Error;
    return one.name === name && one.message === message;
  }
  if (one instanceof Map) return sameEntries(one, other as Map<unknown, unknown>, seen);
  if (one instanceof Set)
    return one.size === (other as Set<unknown>).size && sameItems(one, other as Set<unknown>, seen);
  if (one instanceof ArrayBuffer)
    return equal(new Uint8Array(one), new Uint8Array(other as ArrayBuffer), seen);
  if (one instanceof Number || one instanceof String || one instanceof Boolean)
    return is(one.valueOf(), other.valueOf());
  return true;
}

function sameEntries(
  one: Map<unknown, unknown>,
  other: Map<unknown, unknown>,
  seen: Pairs,
): boolean {
  if (one.size !== other.size) return false;
  for (const [key, value] of one) {
    const found = other.has(key) ? key : [...other.keys()].find((each) => equal(key, each, seen));
    if (!other.has(found) || !equal(value, other.get(found), seen)) return false;
  }
  return true;
}

function sameItems(one: Set<unknown>, other: Set<unknown>, seen: Pairs): boolean {
  return [...one].every(
    (item) => other.has(item) || [...other].some((each) => equal(item, each, seen)),
  );
}

function sameMembers(one: object, other: object, seen: Pairs): boolean {
  const names = Reflect.ownKeys(one).filter((name) => isEnumerable(one, name));
  const others = Reflect.ownKeys(other).filter((name) => isEnumerable(other, name));
  if (names.length !== others.length) return false;
  return names.every(
    (name) =>
      isEnumerable(other, name) && equal(Reflect.get(one, name), Reflect.get(other, name), seen),
  );
}

function isEnumerable(object: object, name: string | symbol): boolean {
  return Object.prototype.propertyIsEnumerable.call(object, name);
}
