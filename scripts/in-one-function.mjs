import { build } from 'esbuild';

/** What the folder imports from outside it stays outside. */
const outside = {
  name: 'outside',
  setup(bundle) {
    bundle.onResolve({ filter: /^\.\.\// }, ({ path }) => ({ path, external: true }));
  },
};

/**
 * An esbuild plugin that puts a module whose one export is the function `name`, with all that is in its folder,
 * inside that function. Functions and classes at the top of a snapshot's script are made again for every isolate;
 * those inside a function that nobody calls are not.
 * @param {RegExp} file matches the module's path
 * @param {import('esbuild').BuildOptions} options
 * @returns {import('esbuild').Plugin}
 */
export function inOneFunction(file, name, options) {
  return {
    name: 'in-one-function',
    setup(bundle) {
      bundle.onLoad({ filter: file }, async ({ path }) => {
        const built = await build({
          ...options,
          format: 'esm',
          entryPoints: [path],
          plugins: [outside],
          write: false,
        });
        const { text } = built.outputFiles[0];
        const imports = text.match(/^import \{[^}]*\} from "\.\.\/[^"]*";$/gm) ?? [];
        const exported = `export {\n  ${name}\n};\n`;
        if (!text.endsWith(exported)) throw new Error(`${path} must export ${name} alone`);
        const body = imports
          .reduce((rest, line) => rest.replace(line, ''), text)
          .replace(exported, `return ${name}();\n`);
        return { contents: `${imports.join('\n')}\nexport function ${name}() {\n${body}}\n` };
      });
    },
  };
}
