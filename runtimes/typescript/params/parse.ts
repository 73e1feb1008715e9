import { parse as parseModule } from '@babel/parser';
import type * as ast from '@babel/types';

/** Returns the syntax tree of a script. Throws for a text that cannot be parsed even with error recovery. */
export function parse(source: string): ast.Program {
  return parseModule(source, {
    sourceType: 'module',
    plugins: ['typescript', 'decorators', 'explicitResourceManagement'],
    errorRecovery: true,
  }).program;
}
