import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Folders of shared libraries; on distributions that keep all packages in one store, that store. */
const LIBRARIES = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/nix/store'];
/** The machine's owner installs any kind of file here; guests see only the shared libraries. */
const LOCAL_LIBRARIES = '/usr/local/lib';
/** Files for name resolution and certificates, wherever a distribution keeps them. */
export const SYSTEM_FOR_NETWORK: readonly string[] =
  '/etc/resolv.conf /etc/hosts /etc/nsswitch.conf /etc/host.conf /etc/gai.conf /etc/pki/ca-trust /etc/pki/tls/certs /etc/ssl/ca-bundle.pem /etc/ssl/cert.pem'.split(
    ' ',
  );

/** Returns the shared libraries that programs of the machine are linked to. */
export function sharedLibraries(): string[] {
  return [...LIBRARIES, ...localLibraries()];
}

/** Returns the files that Node needs to run guest code of `guestDir` that uses the npm `packages`. */
export function nodeFiles(node: string, guestDir: string, packages: readonly string[]): string[] {
  const folders = packages.map((name) => packageFolder(name, guestDir));
  return [...sharedLibraries(), '/etc/ld.so.cache', node, guestDir, ...folders];
}

/**
 * Returns where a guest finds a package, which may be a link: pnpm installs them so. A sandbox shows the folder at that path.
 *
 * @throws if the package is not installed
 */
function packageFolder(name: string, guestDir: string): string {
  const find = createRequire(join(guestDir, 'guest.mjs'));
  const folder = dirname(find.resolve(`${name}/package.json`));
  const places = find.resolve.paths(name) ?? [];
  return places.map((place) => join(place, name)).find((each) => existsSync(each)) ?? folder;
}

/** Returns shared libraries that were installed by hand, without the folders beside them. */
function localLibraries(): string[] {
  try {
    const names = readdirSync(LOCAL_LIBRARIES).filter((name) => /\.so(\.|$)/.test(name));
    return names.map((name) => join(LOCAL_LIBRARIES, name));
  } catch {
    return [];
  }
}
