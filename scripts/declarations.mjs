// Makes the types that packages are built with.
import { readFile } from 'node:fs/promises';
import ts from 'typescript';

/** Returns the types of a module as the compiler emits them; what it would have to infer from another file is an error. */
export async function declarationOf(file) {
  const text = await readFile(file, 'utf8');
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(text, {
    compilerOptions: { strict: true, isolatedDeclarations: true, verbatimModuleSyntax: true },
    reportDiagnostics: true,
  });
  const [fault] = diagnostics;
  if (fault !== undefined) {
    const line = text.slice(0, fault.start).split('\n').length;
    const why = ts.flattenDiagnosticMessageText(fault.messageText, '\n');
    throw new Error(`${file}:${line}: ${why}`);
  }
  return outputText;
}
