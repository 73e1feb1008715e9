import { join } from 'node:path';
import { type Bundle, bundle } from '../../src/sandbox/bundling/bundle.js';
import { type Files, newFolder } from './folders.js';

/** Creates a project of an author of scripts, with these files, and returns its folder. */
export function authorProject(files: Files): string {
  return newFolder({ 'package.json': { name: 'scripts' }, ...files });
}

/** Returns the files of an installed npm package; `manifest` is merged into its package.json. */
export function npmPackage(name: string, manifest: object, files: Files): Files {
  return {
    [`node_modules/${name}/package.json`]: { name, version: '1.0.0', ...manifest },
    ...Object.fromEntries(
      Object.entries(files).map(([path, content]) => [`node_modules/${name}/${path}`, content]),
    ),
  };
}

/** Bundles `src/main.ts`, whose text is `main`, in a project with these files. */
export function bundled(main: string, files: Files = {}, options = {}): Promise<Bundle> {
  const folder = authorProject({ 'src/main.ts': main, ...files });
  return bundle(join(folder, 'src/main.ts'), options);
}
