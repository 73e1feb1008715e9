import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Folders of shared libraries, and the package stores of distributions that keep all packages in one. */
const LIBRARIES = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/nix/store'];
/** Folder in which the machine's owner installs files of any kind; guests see only its shared libraries. */
const LOCAL_LIBRARIES = '/usr/local/lib';
/** Files for name resolution and certificates, for all distributions. */
export const SYSTEM_FOR_NETWORK: readonly string[] =
  '/etc/resolv.conf /etc/hosts /etc/nsswitch.conf /etc/host.conf /etc/gai.conf /etc/pki/ca-trust /etc/pki/tls/certs /etc/ssl/ca-bundle.pem /etc/ssl/cert.pem'.split(
    ' ',
  );

/** Returns the shared libraries that the machine's programs are linked to. */
export function sharedLibraries(): string[] {
  return [...LIBRARIES, ...localLibraries()];
}

/** Returns the files that Node needs to run guest code in `guestDir` that uses the npm `packages`. */
export function nodeFiles(node: string, guestDir: string, packages: readonly string[]): string[] {
  const folders = packages.map((name) => packageFolder(name, guestDir));
  return [...sharedLibraries(), '/etc/ld.so.cache', node, guestDir, ...folders];
}

/**
 * Returns the path at which a guest finds a package. It may be a link, as pnpm installs it; a sandbox shows the folder
 * at that path.
 * @throws if the package is not installed
 */
function packageFolder(name: string, guestDir: string): string {
  const find = createRequire(join(guestDir, 'guest.mjs'));
  const folder = dirname(find.resolve(`${name}/package.json`));
  const places = find.resolve.paths(name) ?? [];
  return places.map((place) => join(place, name)).find((each) => existsSync(each)) ?? folder;
}

/** Returns shared libraries that were installed by hand, without neighbouring folders. */
function localLibraries(): string[] {
  try {
    const names = readdirSync(LOCAL_LIBRARIES).filter((name) => /\.so(\.|$)/.test(name));
    return names.map((name) => join(LOCAL_LIBRARIES, name));
  } catch {
    return [];
  }
}
