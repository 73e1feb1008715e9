import type { Random } from '../../support/fuzz/random.js';
import { oddValue } from './odd-values.js';

/** A schema as in the OpenAPI document. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  example?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

/** Meaningful JSON values of members by name. */
export type Meanings = Readonly<Record<string, readonly unknown[]>>;

/** Generates values that match schemas, and damages them. */
export class SchemaValues {
  constructor(
    private readonly schemas: Readonly<Record<string, Schema>>,
    private readonly meanings: Meanings,
    private readonly random: Random,
  ) {}

  /** Returns a value that usually matches the schema; `name` is that of its member. */
  valid(given: Schema, name = '', depth = 0): unknown {
    const { random } = this;
    const schema = this.resolved(given);
    const meant = this.meanings[name];
    if (meant !== undefined && random.percent(85)) return random.pick(meant);
    if (schema.enum !== undefined) return random.pick(schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices !== undefined) return this.valid(random.pick(choices), name, depth + 1);
    if (schema.example !== undefined && random.percent(60)) return schema.example;
    if (schema.default !== undefined && random.percent(30)) return schema.default;
    const types = [schema.type ?? 'object'].flat();
    switch (types.includes('null') && random.percent(15) ? 'null' : types[0]) {
      case 'object':
        return this.object(schema, depth);
      case 'array': {
        const count = (schema.minItems ?? 0) + random.below(3);
        return Array.from({ length: count }, () => this.valid(schema.items ?? {}, name, depth + 1));
      }
      case 'integer':
      case 'number': {
        const low = schema.minimum ?? 0;
        return low + random.below(Math.min(1_000, (schema.maximum ?? low + 10) - low + 1));
      }
      case 'boolean':
        return random.percent(50);
      case 'null':
        return null;
      default:
        return this.text(schema);
    }
  }

  /** Returns a value with one part changed. */
  spoilt(value: unknown): unknown {
    const { random } = this;
    if (random.percent(20) || typeof value !== 'object' || value === null) return oddValue(random);
    if (Array.isArray(value)) {
      if (value.length === 0 || random.percent(30)) return [...value, oddValue(random)];
      const at = random.below(value.length);
      return value.map((item: unknown, index) => (index === at ? this.spoilt(item) : item));
    }
    const members = Object.entries(value);
    if (members.length === 0 || random.percent(15))
      return { ...value, [`odd ${random.below(100)}`]: oddValue(random) };
    const [key, item] = random.pick(members);
    const rest = Object.fromEntries(members.filter(([other]) => other !== key));
    return random.percent(15) ? rest : { ...rest, [key]: this.spoilt(item) };
  }

  resolved(schema: Schema): Schema {
    if (schema.$ref !== undefined)
      return this.resolved(this.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
    if (schema.allOf === undefined) return schema;
    const parts = schema.allOf.map((part) => this.resolved(part));
    return Object.assign({}, ...parts) as Schema;
  }

  private object(schema: Schema, depth: number): Record<string, unknown> {
    const { required = [], properties = {} } = schema;
    const members = Object.entries(properties).filter(
      ([name]) => required.includes(name) || (depth < 4 && this.random.percent(35)),
    );
    return Object.fromEntries(
      members.map(([name, member]) => [name, this.valid(member, name, depth + 1)]),
    );
  }

  private text({ format }: Schema): string {
    const { random } = this;
    if (format === 'uuid') return '01900000-0000-7000-8000-000000000000';
    if (format === 'date-time') return '2031-05-06T07:08:09Z';
    return random.pick(['a', 'Weekly report', 'x-1', 'Überblick', 'two words', '7']);
  }
}
