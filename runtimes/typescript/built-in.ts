/** Returns the code of a CommonJS module that exports Node's module `specifier`, for bundles that run on Node. */
export function builtInCode(specifier: string): string {
  return `module.exports = process.getBuiltinModule(${JSON.stringify(specifier)});`;
}
