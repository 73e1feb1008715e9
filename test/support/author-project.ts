import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Bundle, bundle } from '../../src/sandbox/bundling/bundle.js';

const made: string[] = [];

/** Files by their paths; an object is written as JSON. */
export type Files = Record<string, string | object>;

/** A folder as an author of scripts has it, with these files in it. */
export function authorProject(files: Files): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'metarun-author-')));
  made.push(folder);
  for (const [path, content] of Object.entries({ 'package.json': { name: 'scripts' }, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(
      join(folder, path),
      typeof content === 'string' ? content : JSON.stringify(content),
    );
  }
  return folder;
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

export function removeAuthorProjects(): void {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
}
