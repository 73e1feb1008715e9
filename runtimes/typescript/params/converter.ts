import type * as ast from '@babel/types';
import type { Declarations } from './declarations.js';
import { documented } from './doc-comment.js';
import { readLiteral, unwrapped } from './literal.js';
import { resolveMembers, objectSchema } from './members.js';
import type { Reading } from './reading.js';
import { literals, NULL, type Schema, union } from './schema.js';
import { tupleSchema } from './tuple.js';
import { isUndefined, resolveKeys } from './type-nodes.js';

/** Maximum number of types that are read; as many schemas would exceed the host's limit on values. */
const MAX_STEPS = 3_000;
/** Maximum number of characters in names and literals; the host accepts no larger schema. */
const MAX_CHARACTERS = 256 * 1024;

/** Thrown if the types need more than a schema may contain. */
export class TooLarge extends Error {}

const OPEN: Schema = {};

/** Converts types to JSON Schema, as far as the script's own text shows them. `{}` stands for an unknown type. */
export class Converter implements Reading {
  /** Schemas of the types that are referred to by name. */
  readonly defs = new Map<string, Schema>();
  readonly references = new Map<string, number>();
  private readonly open = new Set<string>();
  private steps = 0;
  private characters = 0;

  constructor(readonly declared: Declarations) {}

  step(characters = 0): void {
    this.steps += 1;
    this.characters += characters;
    if (this.steps > MAX_STEPS || this.characters > MAX_CHARACTERS) throw new TooLarge();
  }

  schema(node: ast.TSType): Schema {
    this.step();
    switch (node.type) {
      case 'TSStringKeyword':
      case 'TSTemplateLiteralType':
        return { type: 'string' };
      case 'TSNumberKeyword':
        return { type: 'number' };
      case 'TSBooleanKeyword':
        return { type: 'boolean' };
      case 'TSNullKeyword':
        return NULL;
      case 'TSObjectKeyword':
        return { type: 'object' };
      case 'TSLiteralType':
        return this.literal(node.literal);
      case 'TSParenthesizedType':
        return this.schema(node.typeAnnotation);
      case 'TSTypeOperator':
        return node.operator === 'readonly' ? this.schema(node.typeAnnotation) : OPEN;
      case 'TSUnionType':
        return union(
          node.types.filter((type) => !isUndefined(type)).map((type) => this.schema(type)),
        );
      case 'TSArrayType':
        return this.array(node.elementType);
      case 'TSTupleType':
        return tupleSchema(node, (type) => this.schema(type));
      case 'TSTypeReference':
        return this.reference(node);
      case 'TSIndexedAccessType':
        return this.indexed(node);
      case 'TSTypeLiteral':
        return node.members.length === 0 ? OPEN : this.object(node);
      case 'TSIntersectionType':
        return this.object(node);
      default:
        return OPEN;
    }
  }

  /** Returns a reference if the type is an object or recursive; otherwise the schema that `make` returns. */
  private named(name: string, make: () => Schema): Schema {
    const pointer = `#/$defs/${encodeURIComponent(name)}`;
    if (!this.defs.has(name) && !this.open.has(name)) {
      this.open.add(name);
      const made = make();
      this.open.delete(name);
      if (!('properties' in made) && !this.references.has(name)) return made;
      this.defs.set(name, made['$ref'] === pointer ? OPEN : made);
    }
    this.references.set(name, (this.references.get(name) ?? 0) + 1);
    return { $ref: pointer };
  }

  private reference(node: ast.TSTypeReference): Schema {
    if (node.typeName.type !== 'Identifier') return OPEN;
    const { name } = node.typeName;
    const declarations = this.declared.types.get(name);
    if (declarations === undefined) return this.standard(name, node);
    const [first] = declarations;
    if (first === undefined) return OPEN;
    switch (first.node.type) {
      case 'TSEnumDeclaration':
        return this.enum(first.node);
      case 'TSTypeAliasDeclaration': {
        const { typeAnnotation, typeParameters } = first.node;
        if (typeParameters != null) return OPEN;
        return this.named(name, () =>
          documented(this.schema(typeAnnotation), first.statement, first.node),
        );
      }
      case 'TSInterfaceDeclaration':
        return this.named(name, () =>
          documented(this.object(node), ...declarations.map(({ statement }) => statement)),
        );
    }
  }

  private standard(name: string, node: ast.TSTypeReference): Schema {
    const [argument] = node.typeParameters?.params ?? [];
    if (name === 'Date') return { type: 'string', format: 'date-time' };
    if ((name === 'Array' || name === 'ReadonlyArray') && argument) return this.array(argument);
    return this.object(node);
  }

  private object(node: ast.TSType): Schema {
    const members = resolveMembers(this, node);
    return members === null ? OPEN : objectSchema(members);
  }

  private array(element: ast.TSType): Schema {
    const items = this.schema(element);
    return { type: 'array', ...(Object.keys(items).length === 0 ? {} : { items }) };
  }

  private literal(node: ast.TSLiteralType['literal']): Schema {
    const found = readLiteral(node);
    if (found !== null) return this.valueSchema(found.value);
    return node.type === 'TemplateLiteral' ? { type: 'string' } : OPEN;
  }

  private valueSchema(value: unknown): Schema {
    if (typeof value === 'object' && value !== null) return OPEN;
    this.step(String(value).length);
    return literals([value]);
  }

  private enum({ members }: ast.TSEnumDeclaration): Schema {
    const values: Schema[] = [];
    let next: number | null = 0;
    for (const { initializer } of members) {
      const value: unknown = initializer == null ? next : readLiteral(initializer)?.value;
      if (typeof value !== 'string' && typeof value !== 'number') return OPEN;
      values.push(this.valueSchema(value));
      next = typeof value === 'number' ? value + 1 : null;
    }
    return values.length === 0 ? OPEN : union(values);
  }

  /** Converts `Params['name']`, and `(typeof LEVELS)[number]` of an array of literals. */
  private indexed({ objectType, indexType }: ast.TSIndexedAccessType): Schema {
    const object =
      objectType.type === 'TSParenthesizedType' ? objectType.typeAnnotation : objectType;
    if (object.type === 'TSTypeQuery' && indexType.type === 'TSNumberKeyword') {
      const value =
        object.exprName.type === 'Identifier' && this.declared.values.get(object.exprName.name);
      const array = value ? unwrapped(value.node) : null;
      if (array?.type !== 'ArrayExpression') return OPEN;
      const items = array.elements.map((item) => (item === null ? null : readLiteral(item)));
      return union(items.map((item) => (item === null ? OPEN : this.valueSchema(item.value))));
    }
    const [key] = resolveKeys(this, indexType) ?? [];
    return (key !== undefined && resolveMembers(this, object)?.properties.get(key)?.schema) || OPEN;
  }
}
