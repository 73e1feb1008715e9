import type * as ast from '@babel/types';
import type { Declarations } from './declarations.js';
import type { Schema } from './schema.js';

/** The parts of the type reader that its modules use. */
export interface Reading {
  readonly declared: Declarations;
  /** Counts the parts of a schema, so that the expansion of types that repeatedly refer to each other ends. */
  step(characters?: number): void;
  /** Returns the schema of a type; `{}` if it is unknown. */
  schema(node: ast.TSType): Schema;
}
