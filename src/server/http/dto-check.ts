import { setImmediate as nextTurn } from 'node:timers/promises';
import { getMetadataStorage, type ValidationError, validateSync } from 'class-validator';
import { isJsonObject, type Json, type JsonObject, describeKind } from '../../base/kernel/json.js';
import { quoted } from '../../base/kernel/quoted.js';
import { nearest } from '../../base/schema/nearest.js';
import {
  type DtoClass,
  readItemMembers,
  readObjectMembers,
} from '../../platform/wire/members.decorator.js';
import { type Reader, readMemberReaders } from '../../platform/wire/reads.decorator.js';
import { type ValidationErrors, shortName } from './validation-errors.js';

type Storage = ReturnType<typeof getMetadataStorage>;
type Rules = ReturnType<Storage['getTargetValidationMetadatas']>;

/** Rules of a DTO that are checked before all others. */
interface Shape {
  readonly members: ReadonlySet<string>;
  readonly readers: ReadonlyMap<string, Reader>;
  readonly items: ReadonlyMap<string, () => DtoClass>;
  readonly objects: ReadonlyMap<string, () => DtoClass>;
  /** Maximum number of characters and of elements, by member. */
  readonly maxLength: ReadonlyMap<string, number>;
  readonly maxItems: ReadonlyMap<string, number>;
}

/**
 * Maximum number of UTF-16 code units per character: class-validator counts a surrogate pair as one character and
 * ignores variation selectors. Longer values are refused before any other check.
 */
const UNITS_OF_CHARACTER = 3;
/** Number of list items that are checked before yielding to the event loop: about 5 ms of work. */
const ITEMS_PER_TURN = 100;
/** Type rules: for a value of the wrong type, other errors are not reported. */
const TYPE_RULES = ['isString', 'isInt', 'isNumber', 'isBoolean', 'isObject', 'isArray'];

const shapes = new WeakMap<DtoClass, Shape>();

keepRules(getMetadataStorage());

/**
 * Returns a DTO of the class with the members of `value` as parsed, and adds validation errors to `errors`. Names and
 * sizes are checked first, so that all further rules see only values within the limits.
 */
export async function checkDto(
  value: JsonObject,
  dtoClass: DtoClass,
  errors: ValidationErrors,
  path: readonly (string | number)[] = [],
): Promise<object> {
  const shape = resolveShape(dtoClass);
  const dto = new dtoClass();
  const refused = new Set<string>();
  for (const key of Object.keys(value)) {
    if (!shape.members.has(key)) errors.add([...path, key], () => unknownField(key, shape));
    else {
      const given = value[key];
      const oversize = sizeError(shape, key, given);
      if (oversize === null) Reflect.set(dto, key, shape.readers.get(key)?.(given) ?? given);
      else {
        refused.add(key);
        errors.add([...path, key], () => oversize);
      }
    }
  }
  for (const error of validateSync(dto, { validationError: { target: false, value: false } }))
    if (!refused.has(error.property))
      for (const message of formatConstraintMessages(error, value[error.property]))
        errors.add([...path, error.property], () => message);
  for (const [key, itemClass] of shape.items) await checkItems(dto, key, itemClass(), errors, path);
  for (const [key, objectClass] of shape.objects) {
    const inner: unknown = Reflect.get(dto, key);
    if (isJsonObject(inner))
      Reflect.set(dto, key, await checkDto(inner, objectClass(), errors, [...path, key]));
  }
  return dto;
}

async function checkItems(
  dto: object,
  key: string,
  itemClass: DtoClass,
  errors: ValidationErrors,
  path: readonly (string | number)[],
): Promise<void> {
  const items: unknown = Reflect.get(dto, key);
  if (!Array.isArray(items)) return;
  const made: unknown[] = [];
  for (const [index, item] of items.entries()) {
    const place = [...path, key, index];
    if (isJsonObject(item)) made.push(await checkDto(item, itemClass, errors, place));
    else {
      errors.add(place, () => `each of ${key} must be an object`);
      made.push(item);
    }
    if (made.length % ITEMS_PER_TURN === 0) await nextTurn();
  }
  Reflect.set(dto, key, made);
}

function sizeError(shape: Shape, key: string, value: Json | undefined): string | null {
  const most = shape.maxLength.get(key) ?? Infinity;
  const items = shape.maxItems.get(key) ?? Infinity;
  const isTooLong = (one: Json): boolean =>
    typeof one === 'string' && one.length > UNITS_OF_CHARACTER * most;
  if (Array.isArray(value)) {
    if (value.length > items) return `${key} must contain no more than ${items} elements`;
    return value.some(isTooLong)
      ? `each value in ${key} must be shorter than or equal to ${most} characters`
      : null;
  }
  return value !== undefined && isTooLong(value)
    ? `${key} must be shorter than or equal to ${most} characters`
    : null;
}

function unknownField(key: string, { members }: Shape): string {
  const near = nearest(key, [...members]);
  const meant = near === undefined ? '' : `: did you mean ${near}?`;
  return `${shortName(key)} is not a known field${meant}`;
}

/**
 * Returns the messages of an error, each with the given value; for a value of the wrong type, which may be a secret,
 * with its type only.
 */
function formatConstraintMessages(
  { constraints = {} }: ValidationError,
  given: Json | undefined,
): string[] {
  const wrongType = TYPE_RULES.map((rule) => constraints[rule]).find((text) => text !== undefined);
  if (wrongType !== undefined) return [`${wrongType} (given: ${describeKind(given)})`];
  const shown =
    typeof given === 'string'
      ? quoted(given)
      : typeof given === 'object' && given !== null
        ? describeKind(given)
        : String(given ?? 'nothing');
  return Object.values(constraints).map((message) => `${message} (given: ${shown})`);
}

function resolveShape(dtoClass: DtoClass): Shape {
  const known = shapes.get(dtoClass);
  if (known !== undefined) return known;
  const rules = getMetadataStorage().getTargetValidationMetadatas(dtoClass, '', false, false);
  const limits = (name: string, at: number): [string, number][] =>
    rules
      .filter((rule) => rule.name === name)
      .map(({ propertyName, constraints }) => [propertyName, Number(constraints[at])]);
  const shape: Shape = {
    members: new Set(rules.map(({ propertyName }) => propertyName)),
    readers: readMemberReaders(dtoClass.prototype as object),
    items: readItemMembers(dtoClass.prototype as object),
    objects: readObjectMembers(dtoClass.prototype as object),
    maxLength: new Map([...limits('maxLength', 0), ...limits('isLength', 1)]),
    maxItems: new Map(limits('arrayMaxSize', 0)),
  };
  shapes.set(dtoClass, shape);
  return shape;
}

/**
 * Makes class-validator cache the rules of each DTO class, which it otherwise looks up among those of all classes at
 * every check (15 of 18 µs). The rules do not change after the first request, and no rule here uses groups.
 */
function keepRules(storage: Storage): void {
  const find = storage.getTargetValidationMetadatas.bind(storage);
  const kept = new Map<unknown, Rules>();
  storage.getTargetValidationMetadatas = (dtoClass, ...rest) => {
    let rules = kept.get(dtoClass);
    if (rules === undefined) kept.set(dtoClass, (rules = find(dtoClass, ...rest)));
    return rules;
  };
}
