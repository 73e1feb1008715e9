import { expect, it } from '@jest/globals';
import ts from 'typescript';
import { isOfUntyped, untypedMessage } from './untyped-packages.js';

const FILE = 'workflow.ts';

/** Returns the diagnostics of a text, and the type checker of its program. */
function check(text: string): { found: readonly ts.Diagnostic[]; checker: ts.TypeChecker } {
  const options = { strict: true, noEmit: true, noLib: true, types: [] };
  const host = ts.createCompilerHost(options);
  host.getSourceFile = (name, version) =>
    name === FILE ? ts.createSourceFile(name, text, version, true) : undefined;
  const program = ts.createProgram([FILE], options, host);
  const file = program.getSourceFile(FILE);
  return { found: program.getSemanticDiagnostics(file), checker: program.getTypeChecker() };
}

it('a parameter of a function that a package without types gets is not what is wrong', () => {
  const { found, checker } = check(
    'declare const doc: any;\ndoc.on("data", (chunk) => chunk);\nnew doc.Reader(({ a }, ...rest) => a);\nfunction run(params) {}\n',
  );
  const implicit = found.filter(({ code }) => [7006, 7019, 7031].includes(code));
  expect(implicit.map((one) => [one.code, isOfUntyped(one, checker)])).toEqual([
    [7006, true],
    [7031, true],
    [7019, true],
    [7006, false],
  ]);
});

it.each([
  ['p', '@types/p'],
  ['p/part', '@types/p'],
  ['@s/p', '@types/s__p'],
])('the import of %s without types names the package %s', (specifier, types) => {
  const text = `import p from '${specifier}';`;
  const file = ts.createSourceFile(FILE, text, ts.ScriptTarget.ES2024, true);
  const start = text.indexOf("'");
  const place = { file, start, length: specifier.length + 2 };
  const diagnostic = { ...place, category: ts.DiagnosticCategory.Error, code: 7016 };
  expect(untypedMessage({ ...diagnostic, messageText: '' })).toContain(`--save-dev ${types}\``);
});

it('the import of a file without types names no package', () => {
  const text = `import p from './p.js';`;
  const file = ts.createSourceFile(FILE, text, ts.ScriptTarget.ES2024, true);
  const diagnostic = { category: ts.DiagnosticCategory.Error, code: 7016, messageText: '' };
  expect(untypedMessage({ ...diagnostic, file, start: 14, length: 8 })).toBe(null);
});
