import { relative, resolve } from 'node:path';
import { build } from 'esbuild';

/**
 * Returns an esbuild plugin that wraps lazy modules in functions. A lazy module exports a function that creates its
 * other exports; the wrapped code runs on the first call. An `index.ts` is wrapped together with the other modules of
 * its folder. Functions and classes at the top level of a snapshot's script are created again for every isolate,
 * whereas those inside a function that is never called are not.
 *
 * Imports from modules that are not lazy remain imports. Imports from another lazy module are resolved when the
 * function is called. Modules that are not lazy may import only the function of a lazy one.
 * @param {string} folder folder of the modules
 * @param {Record<string, string>} functions names of the functions by the path of their module in the folder
 * @param {import('esbuild').BuildOptions} options
 * @returns {import('esbuild').Plugin}
 */
export function inOneFunction(folder, functions, options) {
  const toModulePath = (path) => relative(folder, path.replace(/\.js$/, '.ts'));
  return {
    name: 'in-one-function',
    setup(bundle) {
      bundle.onLoad({ filter: /guest\/.*\.ts$/ }, async ({ path }) => {
        const name = functions[toModulePath(path)];
        if (name === undefined) return undefined;
        const built = await build({
          ...options,
          format: 'esm',
          entryPoints: [path],
          plugins: [outside(path.endsWith('/index.ts') ? /^\.\.\// : /^\.\.?\//)],
          write: false,
        });
        return { contents: wrapped(built.outputFiles[0].text, path, name) };
      });
    },
  };

  function wrapped(text, path, name) {
    const imports = new Set();
    const taken = [];
    const body = text
      .replaceAll(/^import \{([^}]*)\} from "([^"]*)";$/gm, (statement, names, from) => {
        const other = functions[toModulePath(resolve(path, '..', from))];
        if (other === undefined) imports.add(statement);
        else {
          imports.add(`import { ${other} } from "${from}";`);
          taken.push(`const {${names.replaceAll(' as ', ': ')}} = ${other}();`);
        }
        return '';
      })
      .replace(/^export \{([^}]*)\};\n$/m, (_, names) => {
        if (!names.split(/[\s,]+/).includes(name)) throw new Error(`${path} must export ${name}`);
        return `return ${name}();\n`;
      });
    if (/^(import|export) /m.test(body)) throw new Error(`${path} cannot be wrapped in a function`);
    return `${[...imports].join('\n')}
let made;
export function ${name}() {
  return (made ??= make());
}
function make() {
${taken.join('\n')}
${body}}
`;
  }
}

/** Marks imports from outside the module as external. */
function outside(filter) {
  return {
    name: 'outside',
    setup(bundle) {
      bundle.onResolve({ filter }, ({ path, kind }) =>
        kind === 'entry-point' ? undefined : { path, external: true },
      );
    },
  };
}
