import type * as ast from '@babel/types';
import type { Declarations } from './declarations.js';
import { readMemberName, readLiteral, unwrapped } from './literal.js';

export interface EntryFunction {
  /** Type of its first parameter; null if the script does not specify it. */
  type: ast.TSType | null;
  /** Defaults that its destructuring sets for omitted members; null for a default that is not a literal. */
  defaults: Map<string, { value: unknown } | null>;
  /** Nodes that its doc comment may precede. */
  documented: ast.Node[];
}

/** Returns the function that a run calls; null if it is unknown. */
export function entryFunction(found: Declarations): EntryFunction | null {
  const exported = found.exports.get('default') ?? found.exports.get('run');
  if (exported === undefined) return null;
  const { node, statement } =
    typeof exported.node === 'string'
      ? (found.values.get(exported.node) ?? { node: null, statement: exported.statement })
      : { node: exported.node, statement: exported.statement };
  const entry = node === null ? null : unwrapped(node);
  if (
    entry?.type !== 'FunctionDeclaration' &&
    entry?.type !== 'FunctionExpression' &&
    entry?.type !== 'ArrowFunctionExpression'
  )
    return null;
  const documented = [statement];
  const untyped = { type: null, defaults: new Map<string, null>(), documented };
  if (entry.typeParameters != null) return untyped;
  const [first] = entry.params.filter(
    (parameter) => parameter.type !== 'Identifier' || parameter.name !== 'this',
  );
  const target = first?.type === 'AssignmentPattern' ? first.left : first;
  if (target?.type !== 'Identifier' && target?.type !== 'ObjectPattern') return untyped;
  if (target.typeAnnotation?.type !== 'TSTypeAnnotation') return untyped;
  return {
    type: target.typeAnnotation.typeAnnotation,
    defaults: target.type === 'ObjectPattern' ? collectDefaults(target) : new Map(),
    documented,
  };
}

function collectDefaults({ properties }: ast.ObjectPattern): EntryFunction['defaults'] {
  const defaults: EntryFunction['defaults'] = new Map();
  for (const property of properties) {
    if (property.type !== 'ObjectProperty' || property.value.type !== 'AssignmentPattern') continue;
    const key = readMemberName(property);
    if (key !== null) defaults.set(key, readLiteral(property.value.right));
  }
  return defaults;
}
