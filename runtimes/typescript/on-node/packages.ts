import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Symbol of the function that the bundle calls for separately installed packages; see `installed-packages.ts` of the
 * bundler.
 */
const LOAD = Symbol.for('metarun.packages');

/** Makes the packages of a bundle loadable. `folder`: folder of their `node_modules`; undefined without packages. */
export function installPackages(folder: string | undefined): void {
  const load =
    folder === undefined
      ? (name: string): never => {
          throw new Error(
            `The package of "${name}" is not installed for this run: deploy the meta-task again`,
          );
        }
      : createRequire(join(folder, 'workflow.js'));
  Object.defineProperty(globalThis, LOAD, { value: load });
}
