import type * as ast from '@babel/types';

export type TypeDeclaration =
  ast.TSInterfaceDeclaration | ast.TSTypeAliasDeclaration | ast.TSEnumDeclaration;

/** The top-level declarations of a script. */
export interface Declarations {
  /**
   * Types by name, each with the statement that follows its doc comment. Empty for a declaration that does not show the
   * shape, such as an import.
   */
  types: Map<string, { node: TypeDeclaration; statement: ast.Statement }[]>;
  /** Functions and initial values of variables, by name. */
  values: Map<string, { node: ast.Node; statement: ast.Statement }>;
  /** The exports `default` and `run`: a node, or the name of a value. */
  exports: Map<string, { node: ast.Node | string; statement: ast.Statement }>;
}

export function collectDeclarations(program: ast.Program): Declarations {
  const found: Declarations = { types: new Map(), values: new Map(), exports: new Map() };
  for (const statement of program.body) {
    if (statement.type === 'ExportNamedDeclaration') exported(found, statement);
    else if (statement.type === 'ExportDefaultDeclaration') {
      const node = statement.declaration;
      found.exports.set('default', {
        node: node.type === 'Identifier' ? node.name : node,
        statement,
      });
      declare(found, node, statement);
    } else declare(found, statement, statement);
  }
  return found;
}

function exported(found: Declarations, statement: ast.ExportNamedDeclaration): void {
  const { declaration, specifiers, source } = statement;
  if (declaration != null)
    for (const name of declare(found, declaration, statement))
      found.exports.set(name, { node: name, statement });
  for (const specifier of specifiers) {
    if (specifier.type !== 'ExportSpecifier') continue;
    const { exported, local } = specifier;
    const name = exported.type === 'StringLiteral' ? exported.value : exported.name;
    // A re-export from another module is not a value of this script.
    found.exports.set(name, { node: source == null ? local.name : '', statement });
  }
}

/** Adds the declarations of a statement; returns the names of the values among them. */
function declare(found: Declarations, node: ast.Node, statement: ast.Statement): string[] {
  switch (node.type) {
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSEnumDeclaration': {
      const { name } = node.id;
      found.types.set(name, [...(found.types.get(name) ?? []), { node, statement }]);
      return [];
    }
    case 'ImportDeclaration':
      for (const { local } of node.specifiers) found.types.set(local.name, []);
      return [];
    case 'ClassDeclaration':
      if (node.id != null) found.types.set(node.id.name, []);
      return [];
    case 'FunctionDeclaration':
      if (node.id == null) return [];
      found.values.set(node.id.name, { node, statement });
      return [node.id.name];
    case 'VariableDeclaration':
      return node.declarations.flatMap(({ id, init }) => {
        if (id.type !== 'Identifier' || init == null) return [];
        found.values.set(id.name, { node: init, statement });
        return [id.name];
      });
    default:
      return [];
  }
}
