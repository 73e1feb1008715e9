// Joins the many small chunks of esbuild, one for each set of screens that share code, into one file with everything
// that the page needs immediately. A browser loads one file far faster than fifty.
import { basename } from 'node:path';
import { build } from 'esbuild';

const CORE = 'core';
const IMPORT = /import(?:\{([^}]*)\}from)?"\.\/([\w.-]+)";/g;
const IMPORTS = new RegExp(`^(?:${IMPORT.source})*`);

/**
 * Joins the chunks of a build. `parts` is the result of a build with splitting and unshortened names, `main` its entry
 * point, and `first` a screen whose shared chunks belong to the page as well.
 */
export async function joinParts(parts, { main, first, options }) {
  const outputs = new Map(
    Object.entries(parts.metafile.outputs).map(([path, output]) => [basename(path), output]),
  );
  const texts = new Map(parts.outputFiles.map(({ path, text }) => [basename(path), text]));
  const findPart = (source) =>
    [...outputs].find(([, { entryPoint }]) => entryPoint === source)?.[0] ??
    fail(`the build has no ${source}`);
  const listImports = (name, kind) =>
    outputs
      .get(name)
      .imports.filter((one) => one.kind === kind)
      .map(({ path }) => basename(path));
  const closure = (name, seen = new Set()) => {
    if (!seen.has(name)) {
      seen.add(name);
      for (const next of listImports(name, 'import-statement')) closure(next, seen);
    }
    return seen;
  };
  /**
   * Returns whether a chunk loads no further files. Otherwise it would contain their names, and they that of the core.
   */
  const isClosed = (name) =>
    [...closure(name)].every((one) => listImports(one, 'dynamic-import').length === 0);
  const core = new Set(
    [...closure(findPart(main)), ...closure(findPart(first))].filter(
      (name) => outputs.get(name).entryPoint === undefined && isClosed(name),
    ),
  );
  /** Chunks by their names in the second build. Screens lose the hash of the first build if their name stays unique. */
  const names = new Map();
  for (const part of texts.keys()) {
    const isScreen = outputs.get(part).entryPoint !== undefined;
    const plain = isScreen ? part.replace(/-[A-Z0-9]{8}(?=\.js$)/, '') : part;
    names.set(names.has(plain) ? part : plain, part);
  }
  const findName = (part) => [...names].find(([, one]) => one === part)[0];
  const numbers = new Map([...core].map((name, index) => [name, index]));
  const shared = (name, member) => `p${numbers.get(name)}_${member}`;

  const plugin = (coreFile) => ({
    name: 'parts',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /.*/ }, ({ path }) => {
        const name = basename(path);
        if (name === coreFile) return { path: `./${name}`, external: true };
        return { path: name === CORE ? CORE : findName(name), namespace: 'part' };
      });
      onLoad({ filter: /.*/, namespace: 'part' }, ({ path }) => ({
        contents: path === CORE ? coreText() : withCore(texts.get(names.get(path)), coreFile),
      }));
    },
  });
  /** Returns a module that exports every member of the core under a unique name. */
  const coreText = () =>
    [...core]
      .map((name) => {
        const members = outputs.get(name).exports.map((one) => `${one} as ${shared(name, one)}`);
        return `export{${members.join(',')}}from"./${name}";`;
      })
      .join('');
  /** Returns a chunk with imports from the core where it provides them. All imports are at the start of a chunk. */
  const withCore = (text, coreFile) => {
    if (coreFile === null) return text;
    const [imports] = IMPORTS.exec(text);
    const changed = imports.replaceAll(IMPORT, (whole, members, name) => {
      if (!core.has(name)) return whole;
      if (members === undefined) return `import"./${coreFile}";`;
      const renamed = members.split(',').map((one) => {
        const [member, own = member] = one.split(' as ');
        return `${shared(name, member)} as ${own}`;
      });
      return `import{${renamed.join(',')}}from"./${coreFile}";`;
    });
    return changed + text.slice(imports.length);
  };

  const pass = (entryPoints, coreFile) =>
    build({
      ...options,
      minify: true,
      entryPoints,
      entryNames: '[name]-[hash]',
      chunkNames: '[name]-[hash]',
      plugins: [plugin(coreFile)],
    });
  const together = await pass({ [CORE]: CORE }, null);
  const coreFile = basename(together.outputFiles[0].path);
  const rest = await pass({ main: findPart(main) }, coreFile);
  const style = [...outputs.keys()].find((name) => name.endsWith('.css'));
  const styles = parts.outputFiles.filter(({ path }) => path.endsWith('.css'));
  const last = new Map(
    Object.entries(rest.metafile.outputs).map(([path, output]) => [basename(path), output]),
  );
  const findFile = (source) => {
    const wanted = `part:${findName(findPart(source))}`;
    return (
      [...last].find(([, { entryPoint }]) => entryPoint === wanted)?.[0] ??
      fail(`the build has no file for ${source}`)
    );
  };
  return {
    files: [...together.outputFiles, ...rest.outputFiles, ...styles],
    style,
    findFile,
    /** Returns the names of the files that a module loads immediately, its own first. */
    needs(source) {
      const names = [];
      const follow = (name) => {
        if (names.includes(name)) return;
        names.push(name);
        for (const { path, kind } of last.get(name)?.imports ?? [])
          if (kind === 'import-statement') follow(basename(path));
      };
      follow(findFile(source));
      return names;
    },
  };
}

function fail(message) {
  throw new Error(message);
}
