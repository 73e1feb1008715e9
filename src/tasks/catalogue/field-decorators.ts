import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import type { Change, FieldTable } from './definitions.js';
import { EntryDto } from './entry.dto.js';
import type { Field, ValueSchema } from './field.js';

type AnyField = Field<unknown>;

/** Returns a base class for request bodies with all fields. Every field except the name is optional and nullable. */
export function bodyOfFields<D extends { name: string }>(
  fields: FieldTable<D>,
): new () => Change<D> & { name: string } {
  class Body {}
  for (const [name, field] of Object.entries<AnyField>(fields))
    for (const decorate of bodyDecorators(field)) decorate(Body.prototype, name);
  return Body as new () => Change<D> & { name: string };
}

/** Returns a base class for responses with the members of every entry and all fields except `except`. */
export function answerOfFields<D, K extends keyof D & string>(
  fields: FieldTable<D>,
  ...except: readonly K[]
): new () => EntryDto & Omit<D, K> {
  class Answer extends EntryDto {}
  const apart: readonly string[] = except;
  for (const [name, field] of Object.entries<AnyField>(fields))
    if (!apart.includes(name)) ApiProperty(toSwaggerType(field))(Answer.prototype, name);
  return Answer as unknown as new () => EntryDto & Omit<D, K>;
}

function bodyDecorators(field: AnyField): PropertyDecorator[] {
  const { schema, default: unsaid, description, example } = field;
  const required = unsaid === undefined;
  const shown = Array.isArray(unsaid) || unsaid === null ? undefined : unsaid;
  const options = {
    ...toSwaggerType(field, !required),
    ...toSwaggerLimits(schema),
    ...(schema.items?.pattern !== undefined && { type: 'array', items: schema.items }),
    ...(shown === undefined ? {} : { default: shown }),
    ...(example === undefined ? {} : { example }),
    description,
  } as ApiPropertyOptions;
  return [
    required ? ApiProperty(options) : ApiPropertyOptional(options),
    ...(required ? [] : [IsOptional()]),
    ...checks(schema, field),
  ];
}

/** Returns the type of a field as options of a swagger decorator. */
function toSwaggerType({ schema, default: unsaid }: AnyField, nullable = unsaid === null): object {
  const types = { string: String, number: Number, boolean: Boolean, object: Object } as const;
  const { type, items, format, properties } = schema;
  const kind =
    schema.enum !== undefined
      ? { enum: schema.enum }
      : items?.enum !== undefined
        ? { enum: items.enum, isArray: true }
        : type === 'array'
          ? { type: [String] }
          : { type: type === undefined || type === 'integer' ? type : types[type] };
  return {
    ...kind,
    ...(type === 'object' &&
      (properties === undefined
        ? { additionalProperties: true }
        : { type: 'object', properties, additionalProperties: false })),
    ...(format !== undefined && { format }),
    ...(nullable && { nullable: true }),
  };
}

function toSwaggerLimits({
  minimum,
  maximum,
  maxLength,
  pattern,
  items,
  ...list
}: ValueSchema): object {
  // The enum already limits the number of items.
  const lengths =
    items?.enum === undefined ? { maxItems: list.maxItems, uniqueItems: list.uniqueItems } : {};
  const limits = { minimum, maximum, maxLength, pattern, ...lengths };
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
}

/** Returns the validators for a value of a schema, or for each item if `each` is set. */
function checks(
  schema: ValueSchema,
  field: Pick<AnyField, 'message' | 'tooLong'>,
  each = false,
): PropertyDecorator[] {
  const { type, minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const { message, tooLong } = field;
  const options = { each };
  const all: (PropertyDecorator | false)[] = [
    schema.enum !== undefined && IsIn(schema.enum, options),
    schema.format === 'uuid' && IsUUID('all', options),
    type === 'string' && schema.format === undefined && IsString(options),
    minLength !== undefined && IsNotEmpty(options),
    maxLength !== undefined &&
      MaxLength(maxLength, {
        each,
        ...(tooLong && { message: ({ value }) => tooLong(String(value).length) }),
      }),
    schema.pattern !== undefined &&
      Matches(new RegExp(schema.pattern, 'u'), { each, ...(message !== undefined && { message }) }),
    type === 'integer' && IsInt(options),
    type === 'number' && IsNumber({}, options),
    minimum !== undefined && Min(minimum, options),
    maximum !== undefined && Max(maximum, options),
    type === 'boolean' && IsBoolean(options),
    type === 'object' && IsObject(options),
    type === 'array' && IsArray(),
    minItems !== undefined && ArrayNotEmpty(),
    maxItems !== undefined && ArrayMaxSize(maxItems),
    schema.uniqueItems === true && ArrayUnique(),
  ];
  const own = all.filter((one) => one !== false);
  return schema.items === undefined ? own : [...own, ...checks(schema.items, field, true)];
}
