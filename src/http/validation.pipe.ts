import { type ArgumentMetadata, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { type FieldError, invalidField, MetarunError } from '../kernel/errors.js';
import { escapePointer, isJsonObject, type JsonObject } from '../kernel/json.js';
import { itemsOf, rawKeys } from '../wire/raw-json.decorator.js';

/** Keeps what Nest and class-transformer would change in a client's JSON: see {@link rawKeys}. */
class FaithfulValidationPipe extends ValidationPipe {
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    refuseUnsafeKeys(value);
    if (metadata.type === 'query') return this.query(value, metadata);
    if (!isJsonObject(value)) return super.transform(value, metadata);
    const { hollow, fill } = hollowed(value, metadata.metatype);
    const dto: unknown = await super.transform(hollow, metadata);
    fill(dto);
    return dto;
  }

  /** Faults of a query string are named `?name`, as they are no pointers into a body. */
  private async query(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    try {
      return await super.transform(value, metadata);
    } catch (error) {
      if (!(error instanceof MetarunError)) throw error;
      const errors = error.errors.map((fault) => ({
        ...fault,
        pointer: fault.pointer.replace('/', '?'),
      }));
      throw new MetarunError(error.code, error.message, { errors });
    }
  }
}

interface Hollowed {
  /** The value with nothing in the members that hold any JSON. */
  hollow: JsonObject;
  /** Puts into the DTO made of it what has been left out. */
  fill: (dto: unknown) => void;
}

function hollowed(value: JsonObject, dtoClass: unknown): Hollowed {
  const hollow: JsonObject = { ...value };
  const fills: ((dto: object) => void)[] = [];
  for (const key of rawKeys(dtoClass)) {
    const raw = value[key];
    if (typeof raw !== 'object' || raw === null) continue;
    fills.push((dto) => Reflect.set(dto, key, raw));
    hollow[key] = Array.isArray(raw) ? [] : {};
  }
  for (const [key, itemClass] of Object.entries(itemsOf(dtoClass))) {
    const items = value[key];
    if (!Array.isArray(items)) continue;
    const parts = items.map((item, index) => {
      const pointer = `/${key}/${index}`;
      if (!isJsonObject(item)) throw invalidField(pointer, 'must be an object');
      refuseUnsafeKeys(item, pointer);
      return hollowed(item, itemClass());
    });
    hollow[key] = parts.map((part) => part.hollow);
    fills.push((dto) => {
      const made: unknown = Reflect.get(dto, key);
      if (Array.isArray(made)) for (const [index, part] of parts.entries()) part.fill(made[index]);
    });
  }
  return {
    hollow,
    fill: (dto) => {
      if (typeof dto === 'object' && dto !== null) for (const fill of fills) fill(dto);
    },
  };
}

/** `__proto__`, `constructor`, `toString` and so on: class-transformer drops them without a word, and no DTO has them. */
const UNSAFE_KEYS = Object.getOwnPropertyNames(Object.prototype);

function refuseUnsafeKeys(value: unknown, parent = ''): void {
  if (typeof value !== 'object' || value === null) return;
  const key = UNSAFE_KEYS.find((name) => Object.hasOwn(value, name));
  if (key !== undefined) throw invalidField(`${parent}/${key}`, `${key} is not a known field`);
}

/** Checks bodies and query strings against their DTOs; every fault is told at once, unknown fields among them. */
export function validationPipe(): ValidationPipe {
  return new FaithfulValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    validationError: { target: false, value: false },
    exceptionFactory: (errors) => {
      const faults = errors.flatMap((error) => faultsOf(error, ''));
      const detail = faults.map((fault) => fault.message).join('; ');
      return new MetarunError('validation_failed', `The request is not valid: ${detail}.`, {
        errors: faults,
      });
    },
  });
}

/** Of a value of the wrong type nothing else is worth telling. */
const TYPE_RULES = ['isString', 'isInt', 'isNumber', 'isBoolean', 'isObject', 'isArray'];

function faultsOf(error: ValidationError, parent: string): FieldError[] {
  const pointer = `${parent}/${escapePointer(error.property)}`;
  const constraints = error.constraints ?? {};
  const wrongType = TYPE_RULES.map((rule) => constraints[rule]).find((text) => text !== undefined);
  const messages = wrongType === undefined ? Object.values(constraints) : [wrongType];
  const own = messages.map((message) => ({
    pointer,
    message: message.replace(/^property (.+) should not exist$/, '$1 is not a known field'),
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => faultsOf(child, pointer))];
}
