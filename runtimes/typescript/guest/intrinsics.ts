/**
 * The parts of the language that the guest uses, captured before the script runs: a script may replace any global and
 * any method of a prototype. For the same reason, guest code iterates by index and keeps its tables in objects without
 * a prototype.
 */
export const { apply, getPrototypeOf } = Reflect;
export const { keys, create, freeze, assign, defineProperty, hasOwn } = Object;
export const { isArray } = Array;
export const { captureStackTrace } = Error;
export const { isFinite } = Number;
export const { fromCharCode } = String;
export const { isView } = ArrayBuffer;
export const { now: wallClock } = Date;
export const { stringify, parse } = JSON;
export const toText = String;
export const PromiseClass = Promise;
export const ErrorClass = Error;
export const AggregateErrorClass = AggregateError;
export const TypeErrorClass = TypeError;
export const RangeErrorClass = RangeError;
export const Uint8ArrayClass = Uint8Array;
export const WeakMapClass = WeakMap;
export const objectPrototype = Object.prototype;

export function uncurry<Self, Args extends unknown[], Result>(
  method: (this: Self, ...args: Args) => Result,
): (self: Self, ...args: Args) => Result {
  return (self, ...args) => apply(method, self, args);
}

export const includes = uncurry<string, [string], boolean>(String.prototype.includes);
export const indexOf = uncurry<string, [string, number], number>(String.prototype.indexOf);
export const endsWith = uncurry<string, [string], boolean>(String.prototype.endsWith);
export const slice = uncurry<string, [number, number], string>(String.prototype.slice);
export const charCodeAt = uncurry<string, [number], number>(String.prototype.charCodeAt);
export const toLowerCase = uncurry<string, [], string>(String.prototype.toLowerCase);
export const toUpperCase = uncurry<string, [], string>(String.prototype.toUpperCase);
export const trim = uncurry<string, [], string>(String.prototype.trim);
export const replacePattern = uncurry<string, [RegExp, string], string>(
  String.prototype.replace as (pattern: RegExp, by: string) => string,
);
export const replaceAll = uncurry<string, [string, string], string>(String.prototype.replaceAll);
export const isWellFormed = uncurry<string, [], boolean>(String.prototype.isWellFormed);
export const toWellFormed = uncurry<string, [], string>(String.prototype.toWellFormed);
export const dateTime = uncurry<Date, [], number>(Date.prototype.getTime);
export const dateText = uncurry<Date, [], string>(Date.prototype.toISOString);
export const mapForEach = uncurry<
  Map<unknown, unknown>,
  [(value: unknown, key: unknown) => void],
  void
>(Map.prototype.forEach);
export const setForEach = uncurry<Set<unknown>, [(value: unknown) => void], void>(
  Set.prototype.forEach,
);
export const getWeak = uncurry<WeakMap<object, unknown>, [object], unknown>(WeakMap.prototype.get);
export const setWeak = uncurry<WeakMap<object, unknown>, [object, unknown], object>(
  WeakMap.prototype.set,
);
type Bytes = Uint8Array<ArrayBuffer>;
export const subarray = uncurry<Bytes, [number, number], Bytes>(
  Uint8Array.prototype.subarray as (from: number, to: number) => Bytes,
);
export const setBytes = uncurry<Bytes, [ArrayLike<number>, number], void>(Uint8Array.prototype.set);
type Callback = (value: unknown) => void;
export const promiseThen = uncurry<Promise<unknown>, [Callback, Callback?], Promise<unknown>>(
  Promise.prototype.then,
);

/** Returns text that the protocol allows: NUL and lone surrogates become U+FFFD. */
export function wireText(text: string): string {
  return replaceAll(toWellFormed(text), '\0', '\ufffd');
}

/** Returns `text` as a JSON string. For a primitive string, no `toJSON` of the script is called. */
export function quote(text: string): string {
  return stringify(text);
}
