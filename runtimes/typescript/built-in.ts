/** Returns a CommonJS module that is the module `specifier` of Node, for bundles that run on Node. */
export function builtInCode(specifier: string): string {
  return `module.exports = process.getBuiltinModule(${JSON.stringify(specifier)});`;
}
