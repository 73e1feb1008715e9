/**
 * The packages of a container image, for scripts that run on the image's Node. A script's imports from it are loaded
 * before its first line, like the imports of a module; a package that cannot be loaded fails where it is imported.
 */

/**
 * Folders where packages are searched, in this order, in addition to NODE_PATH: in their `node_modules` and those
 * above.
 */
export const PACKAGE_FOLDERS = ['/', '/app/', '/usr/src/app/', '/usr/local/lib/', '/usr/lib/'];

/**
 * Imports modules as a file in each folder would. Node calls this experimental; the warning must not appear in a
 * script's log.
 */
const LOADER = `async (names) => {
  const { Script, constants } = process.getBuiltinModule('vm');
  const { createRequire } = process.getBuiltinModule('module');
  const { pathToFileURL } = process.getBuiltinModule('url');
  const folders = ${JSON.stringify(PACKAGE_FOLDERS)};
  const from = (folder) => new Script('(name) => import(name)', {
    filename: folder + 'workflow.mjs',
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }).runInThisContext();
  const load = async (name) => {
    const parts = name.split('/');
    const own = parts.slice(0, name.startsWith('@') ? 2 : 1).join('/');
    for (const folder of folders) {
      try {
        return await from(folder)(name);
      } catch (error) {
        if (error?.code !== 'ERR_MODULE_NOT_FOUND' || !error.message.startsWith("Cannot find package '" + own + "'")) throw error;
      }
    }
    let path;
    try {
      path = createRequire('/workflow.js').resolve(name);
    } catch {
      throw new Error('The image has no package "' + own + '": it is looked for in node_modules of ' + folders.join(', ') + ' and in NODE_PATH');
    }
    return from('/')(pathToFileURL(path).href);
  };
  const found = new Map();
  const { emitWarning } = process;
  process.emitWarning = (warning, ...more) => {
    if (!String(warning).includes('USE_MAIN_CONTEXT_DEFAULT_LOADER')) emitWarning.call(process, warning, ...more);
  };
  await Promise.all(names.map(async (name) => {
    try {
      found.set(name, { module: await load(name) });
    } catch (error) {
      found.set(name, { error });
    }
  }));
  process.emitWarning = emitWarning;
  return (name) => {
    const { module, error } = found.get(name);
    if (error !== undefined) throw error;
    const whole = module.default;
    const isObject = (typeof whole === 'object' && whole !== null) || typeof whole === 'function';
    return { ...(isObject ? whole : {}), ...module, default: whole, __esModule: true };
  };
}`;

/**
 * Returns code that defines the function `name`, which returns one of the modules `specifiers`. It is one line, within
 * an async function.
 */
export function imageLoaderCode(name: string, specifiers: readonly string[]): string {
  if (specifiers.length === 0) return '';
  const loader = LOADER.replaceAll(/\n\s*/g, ' ');
  return `const ${name} = await (${loader})(${JSON.stringify(specifiers)});`;
}

/**
 * Returns the code of a CommonJS module that exports the image's module `specifier`. `name` is the same as for {@link
 * imageLoaderCode}.
 */
export function imageModuleCode(name: string, specifier: string): string {
  return `module.exports = ${name}(${JSON.stringify(specifier)});`;
}

/** Returns whether an import specifier names a package, not a file or URL. */
export function isPackage(specifier: string): boolean {
  return /^[@\w][^:\\]*$/.test(specifier);
}
