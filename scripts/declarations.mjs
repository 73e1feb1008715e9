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
  const [diagnostic] = diagnostics;
  if (diagnostic !== undefined) {
    const line = text.slice(0, diagnostic.start).split('\n').length;
    const why = ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n');
    throw new Error(`${file}:${line}: ${why}`);
  }
  return outputText;
}
