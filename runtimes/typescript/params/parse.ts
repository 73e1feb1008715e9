import { parse as parseModule } from '@babel/parser';
import type * as ast from '@babel/types';

/** The syntax tree of a script. Throws for a text that not even a guess can be made of. */
export function parse(source: string): ast.Program {
  return parseModule(source, {
    sourceType: 'module',
    plugins: ['typescript', 'decorators', 'explicitResourceManagement'],
    errorRecovery: true,
  }).program;
}
