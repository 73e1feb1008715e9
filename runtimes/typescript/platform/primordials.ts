/**
 * Language functions under the names that Node's own code uses, such as `ArrayPrototypeSlice`, each created on first
 * use. The build substitutes this for the list in the library that formats values, which creates 1,500 of them to use
 * 200: that took 1.6 of the 2 ms of its start.
 */
type Method = (...args: unknown[]) => unknown;

const { getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
const of = Function.prototype as unknown as Record<'bind' | 'call' | 'apply', Method>;
/** Returns a function that calls a method on its first argument. */
const uncurryThis = (method: unknown): unknown => Reflect.apply(of.bind, of.call, [method]);

/** Functions that create the values that are not members of a global. */
const OTHERS: Record<string, () => unknown> = {
  uncurryThis: () => uncurryThis,
  globalThis: () => globalThis,
  internalBinding: () => () => ({ hasIntl: false }),
  ArrayPrototypePushApply: () => Reflect.apply(of.bind, of.apply, [Array.prototype.push]),
  SafeMap: () => Map,
  SafeSet: () => Set,
  SafeWeakMap: () => WeakMap,
  SafeWeakSet: () => WeakSet,
  SafeStringIterator: () => createIterator,
  SafeArrayIterator: () => createIterator,
  TypedArray: () => getPrototypeOf(Uint8Array),
};
const SYMBOL = /^Symbol(?=[A-Z])/;

/** Returns an iterator; called with `new`. */
function createIterator(values: Iterable<unknown>): Iterator<unknown> {
  return values[Symbol.iterator]();
}

const made: Record<string, unknown> = { __proto__: null };

export const primordials = new Proxy(made, {
  get: (_, name: string) => {
    if (!(name in made)) made[name] = make(name);
    return made[name];
  },
});

function make(name: string): unknown {
  const other = OTHERS[name];
  if (other !== undefined) return other();
  const scope = globalThis as Record<string, unknown>;
  if (name in scope) return scope[name];
  // The longest matching global wins: `ArrayBuffer` is tried before `Array`.
  for (let end = name.length - 1; end > 0; end -= 1) {
    const global = name.slice(0, end);
    const owner = (global === 'TypedArray' ? OTHERS['TypedArray']?.() : scope[global]) as object;
    if (owner !== undefined) return findMember(owner, name.slice(end));
  }
  return undefined;
}

function findMember(owner: object, name: string): unknown {
  if (!name.startsWith('Prototype')) return readOwnValue(owner, name);
  const { prototype } = owner as { prototype: object };
  const member = name.slice('Prototype'.length);
  if (member === '') return prototype;
  const value = readOwnValue(prototype, member);
  if (value !== undefined) return uncurryThis(value);
  return uncurryThis(
    getOwnPropertyDescriptor(prototype, toPropertyKey(member.slice('Get'.length)))?.get,
  );
}

function readOwnValue(owner: object, name: string): unknown {
  return getOwnPropertyDescriptor(owner, toPropertyKey(name))?.value;
}

/** Returns the key for a name: `SymbolIterator` stands for the symbol. */
function toPropertyKey(name: string): PropertyKey {
  const key = name.charAt(0).toLowerCase() + name.slice(1);
  if (!SYMBOL.test(name)) return key;
  const symbol = name.replace(SYMBOL, '');
  return Reflect.get(Symbol, symbol.charAt(0).toLowerCase() + symbol.slice(1)) as symbol;
}
