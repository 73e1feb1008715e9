import { join } from 'node:path';
import { type Bundle, bundle } from '../../src/sandbox/bundling/bundle.js';
import { type Files, newFolder } from './folders.js';

/** A folder as an author of scripts has it, with these files in it. */
export function authorProject(files: Files): string {
  return newFolder({ 'package.json': { name: 'scripts' }, ...files });
}

/** The files of an npm package that is installed, its package.json with `manifest` in it. */
export function npmPackage(name: string, manifest: object, files: Files): Files {
  return {
    [`node_modules/${name}/package.json`]: { name, version: '1.0.0', ...manifest },
    ...Object.fromEntries(
      Object.entries(files).map(([path, content]) => [`node_modules/${name}/${path}`, content]),
    ),
  };
}

/** The bundle of `src/main.ts`, whose text `main` is, in a project with these files. */
export function bundled(main: string, files: Files = {}, options = {}): Promise<Bundle> {
  const folder = authorProject({ 'src/main.ts': main, ...files });
  return bundle(join(folder, 'src/main.ts'), options);
}
