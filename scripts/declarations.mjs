// Generates the type declarations of packages.
import { readFile } from 'node:fs/promises';
import ts from 'typescript';

/** Returns the type declarations of a module. Types that would have to be inferred from other files are errors. */
export async function generateDeclaration(file) {
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
