import { relative, resolve } from 'node:path';
import { build } from 'esbuild';

/**
 * An esbuild plugin that puts modules, each with what is in its folder if it is an `index.ts`, inside a function:
 * the one that the module itself exports to give its other exports. It makes them when it is first called. Functions
 * and classes at the top of a snapshot's script are made again for every isolate; those inside a function that is not
 * called are not.
 *
 * What is outside and not lazy itself is imported as before. From another lazy module imports are taken when the
 * function is called. Such a module is imported for its function alone by those that are not lazy.
 * @param {string} folder that the modules are in
 * @param {Record<string, string>} functions their names by their modules' paths in the folder
 * @param {import('esbuild').BuildOptions} options
 * @returns {import('esbuild').Plugin}
 */
export function inOneFunction(folder, functions, options) {
  const moduleOf = (path) => relative(folder, path.replace(/\.js$/, '.ts'));
  return {
    name: 'in-one-function',
    setup(bundle) {
      bundle.onLoad({ filter: /guest\/.*\.ts$/ }, async ({ path }) => {
        const name = functions[moduleOf(path)];
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
        const other = functions[moduleOf(resolve(path, '..', from))];
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
    if (/^(import|export) /m.test(body)) throw new Error(`${path} cannot be put inside a function`);
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

/** Keeps the imports of a module from outside as imports. */
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
