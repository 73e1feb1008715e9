import {
  create,
  dateTime,
  defineProperty,
  ErrorClass,
  getPrototypeOf,
  isArray,
  isView,
  keys,
  mapForEach,
  objectPrototype,
  setForEach,
  toText,
  Uint8ArrayClass,
  uncurry,
} from '../intrinsics.js';
import { bufferLength } from './bytes.js';
import { DOMException } from './dom-exception.js';

const MapClass = Map;
const SetClass = Set;
const DateClass = Date;
const RegExpClass = RegExp;
const ArrayClass = Array;
const makeObject = Object;
const mapGet = uncurry<Map<unknown, unknown>, [unknown], unknown>(Map.prototype.get);
const mapHas = uncurry<Map<unknown, unknown>, [unknown], boolean>(Map.prototype.has);
const mapSet = uncurry<Map<unknown, unknown>, [unknown, unknown], unknown>(Map.prototype.set);
const setAdd = uncurry<Set<unknown>, [unknown], unknown>(Set.prototype.add);
const transferBuffer = uncurry<ArrayBuffer, [], ArrayBuffer>(ArrayBuffer.prototype.transfer);
const sliceBuffer = uncurry<ArrayBuffer, [number], ArrayBuffer>(ArrayBuffer.prototype.slice);
const regExpSource = getter<RegExp, string>(RegExp.prototype, 'source');
const regExpFlags = getter<RegExp, string>(RegExp.prototype, 'flags');
const mapSize = getter<object, number>(Map.prototype, 'size');
const setSize = getter<object, number>(Set.prototype, 'size');
const typedArray = getPrototypeOf(Uint8Array.prototype) as object;
const arrayName = getter<object, string | undefined>(typedArray, Symbol.toStringTag);
/** Functions that return the value of a wrapped primitive; each throws for any other value. */
const unwrap = [Boolean, Number, String, BigInt, Symbol].map(({ prototype }) =>
  uncurry<object, [], unknown>(prototype.valueOf as () => unknown),
);
const [, , , , symbolOf = toText] = unwrap;
type View = new (buffer: ArrayBuffer, at: number, length: number) => unknown;
const VIEWS = create(null) as Record<string, View>;
const views = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array];
const wideViews = [Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array];
for (const view of [...views, ...wideViews]) VIEWS[view.name] = view;
const DataViewClass = DataView;
const ERRORS = create(null) as Record<string, ErrorConstructor>;
for (const error of [EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError])
  ERRORS[error.name] = error;
/** Classes of objects with internal state that cannot be copied. */
const UNCLONEABLE = [Promise, WeakMap, WeakSet];

function getter<Self, Value>(prototype: object, name: PropertyKey): (self: Self) => Value {
  const found = Object.getOwnPropertyDescriptor(prototype, name)?.get as () => Value;
  return uncurry<Self, [], Value>(found);
}

/** Implements https://html.spec.whatwg.org/#dom-structuredclone, for the types of an isolate. */
export function structuredClone(
  value: unknown,
  { transfer = [] }: { transfer?: readonly unknown[] } = {},
): unknown {
  const seen = new MapClass<unknown, unknown>();
  for (let index = 0; index < transfer.length; index += 1) {
    const buffer = transfer[index];
    if (!holds(() => bufferLength(buffer as ArrayBuffer)))
      throw cannot('only an ArrayBuffer can be transferred');
    mapSet(seen, buffer, transferBuffer(buffer as ArrayBuffer));
  }
  return copy(value, seen);
}

type Seen = Map<unknown, unknown>;

function copy(value: unknown, seen: Seen): unknown {
  if (typeof value === 'function' || typeof value === 'symbol')
    throw cannot(`a ${typeof value} cannot be cloned`);
  if (typeof value !== 'object' || value === null) return value;
  if (mapHas(seen, value)) return mapGet(seen, value);
  const prototype: unknown = getPrototypeOf(value);
  const made =
    isArray(value) || prototype === objectPrototype || prototype === null
      ? null
      : copySpecial(value, seen);
  if (made !== null) return made;
  const target: Record<string, unknown> = isArray(value)
    ? (new ArrayClass<unknown>(value.length) as never)
    : {};
  mapSet(seen, value, target);
  return copyMembers(value, target, seen);
}

function copyMembers(value: object, target: Record<string, unknown>, seen: Seen): unknown {
  const names = keys(value);
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? '';
    const member = copy((value as Record<string, unknown>)[name], seen);
    // An assignment would treat "__proto__" specially.
    defineProperty(target, name, {
      value: member,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return target;
}

/** Returns a copy of an object with internal state; null for any other object. */
function copySpecial(value: object, seen: Seen): unknown {
  const remember = <T>(made: T): T => {
    mapSet(seen, value, made);
    return made;
  };
  if (holds(() => dateTime(value as Date))) return remember(new DateClass(dateTime(value as Date)));
  if (holds(() => mapSize(value))) return copyMap(value as Map<unknown, unknown>, seen, remember);
  if (holds(() => setSize(value))) return copySet(value as Set<unknown>, seen, remember);
  if (isView(value)) return copyView(value as ArrayBufferView<ArrayBuffer>, seen, remember);
  if (holds(() => bufferLength(value as ArrayBuffer)))
    return remember(sliceBuffer(value as ArrayBuffer, 0));
  if (value instanceof RegExpClass)
    return remember(new RegExpClass(regExpSource(value), regExpFlags(value)));
  if (value instanceof ErrorClass) return copyError(value, seen, remember);
  for (let index = 0; index < unwrap.length; index += 1) {
    const unwrapped = unwrap[index];
    if (unwrapped === undefined || !holds(() => unwrapped(value))) continue;
    if (unwrapped === symbolOf) throw cannot('a symbol cannot be cloned');
    return remember(makeObject(unwrapped(value)));
  }
  for (let index = 0; index < UNCLONEABLE.length; index += 1) {
    const type = UNCLONEABLE[index];
    if (type !== undefined && value instanceof type)
      throw cannot(`a ${type.name} cannot be cloned`);
  }
  return null;
}

type Remember = <T>(made: T) => T;

function copyMap(value: Map<unknown, unknown>, seen: Seen, remember: Remember): unknown {
  const made = remember(new MapClass());
  const entries: [unknown, unknown][] = [];
  mapForEach(value, (item, key) => (entries[entries.length] = [key, item]));
  for (let index = 0; index < entries.length; index += 1) {
    const entry = entries[index];
    if (entry !== undefined) mapSet(made, copy(entry[0], seen), copy(entry[1], seen));
  }
  return made;
}

function copySet(value: Set<unknown>, seen: Seen, remember: Remember): unknown {
  const made = remember(new SetClass());
  const items: unknown[] = [];
  setForEach(value, (item) => (items[items.length] = item));
  for (let index = 0; index < items.length; index += 1) setAdd(made, copy(items[index], seen));
  return made;
}

function copyView(value: ArrayBufferView<ArrayBuffer>, seen: Seen, remember: Remember): unknown {
  const { byteOffset, byteLength } = value;
  // Read first, since the views of a transferred buffer have no length.
  const name = arrayName(value);
  const length = name === undefined ? byteLength : (value as Uint8Array<ArrayBuffer>).length;
  const buffer = copy(value.buffer, seen) as ArrayBuffer;
  const View = (name === undefined ? DataViewClass : VIEWS[name]) ?? Uint8ArrayClass;
  return remember(new View(buffer, byteOffset, length));
}

function copyError(value: Error, seen: Seen, remember: Remember): unknown {
  const Type = ERRORS[toText(value.name)] ?? ErrorClass;
  const made = remember(new Type(toText(value.message)));
  hide(made, 'stack', toText(value.stack));
  if ('cause' in value) hide(made, 'cause', copy(value.cause, seen));
  return made;
}

function hide(target: object, name: string, value: unknown): void {
  defineProperty(target, name, { value, writable: true, enumerable: false, configurable: true });
}

/** Returns whether `read` finds its internal state in an object; otherwise it throws. */
function holds(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

function cannot(why: string): DOMException {
  return new DOMException(`structuredClone: ${why}`, 'DataCloneError');
}
