import type * as ast from '@babel/types';
import type { Declarations } from './declarations.js';
import type { Schema } from './schema.js';

/** What the parts of the reader of types need of the whole. */
export interface Reading {
  readonly declared: Declarations;
  /** Counts what a schema is made of, so that types which name each other over and over come to an end. */
  step(characters?: number): void;
  /** `{}` for what cannot be told. */
  schema(node: ast.TSType): Schema;
}
