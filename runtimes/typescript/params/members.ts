import type * as ast from '@babel/types';
import { documented } from './doc-comment.js';
import { readMemberName } from './literal.js';
import type { Reading } from './reading.js';
import type { Schema } from './schema.js';
import { isUndefined, resolveKeys } from './type-nodes.js';

interface Member {
  schema: Schema;
  required: boolean;
}

/** The members of an object type. */
interface Members {
  properties: Map<string, Member>;
  /** The schema of members with other names; null if none are allowed. */
  others: Schema | null;
}

export function objectSchema({ properties, others }: Members): Schema {
  const required = [...properties].filter(([, member]) => member.required).map(([name]) => name);
  const open = others !== null && Object.keys(others).length === 0;
  return {
    type: 'object',
    ...(properties.size > 0 || others === null
      ? {
          properties: Object.fromEntries(
            [...properties].map(([name, { schema }]) => [name, schema]),
          ),
        }
      : {}),
    ...(required.length > 0 ? { required } : {}),
    ...(open ? {} : { additionalProperties: others ?? false }),
  };
}

/** Returns the members of an object type; null for another or unknown type. `within` are the names being resolved. */
export function resolveMembers(
  reading: Reading,
  node: ast.TSType,
  within: readonly string[] = [],
): Members | null {
  switch (node.type) {
    case 'TSParenthesizedType':
      return resolveMembers(reading, node.typeAnnotation, within);
    case 'TSTypeLiteral':
      return ofSignatures(reading, node.members);
    case 'TSIntersectionType':
      return merged(node.types.map((type) => resolveMembers(reading, type, within)));
    case 'TSTypeReference':
      return node.typeName.type === 'Identifier'
        ? ofName(reading, node.typeName.name, node.typeParameters?.params ?? [], within)
        : null;
    default:
      return null;
  }
}

function ofName(
  reading: Reading,
  name: string,
  args: readonly ast.TSType[],
  within: readonly string[],
): Members | null {
  reading.step();
  const declarations = reading.declared.types.get(name);
  if (declarations === undefined) return ofUtility(reading, name, args, within);
  if (declarations.length === 0 || within.includes(name)) return null;
  const inside = [...within, name];
  return merged(
    declarations.flatMap(({ node }) => {
      if (node.type === 'TSEnumDeclaration' || node.typeParameters != null) return [null];
      if (node.type === 'TSTypeAliasDeclaration')
        return [resolveMembers(reading, node.typeAnnotation, inside)];
      const bases = (node.extends ?? []).map(({ expression, typeParameters }) =>
        expression.type === 'Identifier'
          ? ofName(reading, expression.name, typeParameters?.params ?? [], inside)
          : null,
      );
      return [...bases, ofSignatures(reading, node.body.body)];
    }),
  );
}

/** Resolves TypeScript's utility types that select or change members. */
function ofUtility(
  reading: Reading,
  name: string,
  [first, second]: readonly ast.TSType[],
  within: readonly string[],
): Members | null {
  if (first === undefined) return null;
  if (name === 'Record') return second === undefined ? null : ofRecord(reading, first, second);
  const of = resolveMembers(reading, first, within);
  if (of === null || name === 'Readonly') return of;
  if (name === 'Partial' || name === 'Required') {
    const required = name === 'Required';
    const properties = [...of.properties].map(
      ([key, member]) => [key, { ...member, required }] as const,
    );
    return { ...of, properties: new Map(properties) };
  }
  const keys = second && (name === 'Pick' || name === 'Omit') ? resolveKeys(reading, second) : null;
  if (keys === null) return null;
  const kept = [...of.properties].filter(([key]) => keys.includes(key) === (name === 'Pick'));
  return { ...of, properties: new Map(kept) };
}

function ofRecord(reading: Reading, key: ast.TSType, value: ast.TSType): Members {
  const keys = resolveKeys(reading, key);
  const schema = reading.schema(value);
  if (keys === null) return { properties: new Map(), others: schema };
  return {
    properties: new Map(keys.map((name) => [name, { schema, required: true }])),
    others: null,
  };
}

function ofSignatures(reading: Reading, signatures: readonly ast.TSTypeElement[]): Members | null {
  const members: Members = { properties: new Map(), others: null };
  for (const signature of signatures) {
    if (signature.type === 'TSIndexSignature') {
      const type = signature.typeAnnotation?.typeAnnotation;
      members.others = type ? reading.schema(type) : {};
    } else if (signature.type === 'TSPropertySignature') {
      const name = readMemberName(signature);
      if (name === null) return null;
      reading.step(name.length);
      const type = signature.typeAnnotation?.typeAnnotation;
      const schema = documented(type ? reading.schema(type) : {}, signature);
      const required = signature.optional !== true && !(type && mayBeUndefined(type));
      members.properties.set(name, { schema, required });
    }
    // JSON cannot represent methods and call signatures.
  }
  return members;
}

function mayBeUndefined(type: ast.TSType): boolean {
  if (type.type === 'TSParenthesizedType') return mayBeUndefined(type.typeAnnotation);
  return isUndefined(type) || (type.type === 'TSUnionType' && type.types.some(mayBeUndefined));
}

function merged(all: readonly (Members | null)[]): Members | null {
  const result: Members = { properties: new Map(), others: null };
  for (const members of all) {
    if (members === null) return null;
    for (const [name, member] of members.properties) result.properties.set(name, member);
    result.others ??= members.others;
  }
  return result;
}
