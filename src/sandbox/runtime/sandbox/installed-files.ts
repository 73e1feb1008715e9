import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../base/kernel/package-root.js';
import type { GuestSpec } from './guest-spec.js';

/** The folder in which guests see the installation, regardless of its path on the machine. */
const INSTALLED_DIR = '/metarun';
/**
 * The folder of the project that depends on this package, under any name; otherwise the folder of the package itself.
 */
const HOME = PACKAGE_ROOT.replace(/\/node_modules\/(?:@[^/]+\/)?[^/]+$/, '');
const INSTALLED = [
  join(PACKAGE_ROOT, 'dist'),
  join(PACKAGE_ROOT, 'packages'),
  join(PACKAGE_ROOT, 'node_modules'),
  join(HOME, 'node_modules'),
].map((folder) => `${folder}/`);

/**
 * Moves the guest's view of the installation to a fixed path. At the machine's paths, a folder of the guest such as
 * /tmp or /workspace could cover it, and scripts should not see those paths.
 */
export function withInstalledApart(guest: GuestSpec): GuestSpec {
  const moved = guest.readable.filter(isInstalled);
  return {
    ...guest,
    command: toGuestPath(guest.command),
    args: guest.args.map(toGuestPath),
    readable: guest.readable.filter((path) => !isInstalled(path)),
    folders: [
      ...moved
        .filter((path) => existsSync(path))
        .map((path) => ({ host: path, guest: toGuestPath(path), writable: false })),
      ...(guest.folders ?? []),
    ],
  };
}

function isInstalled(path: string): boolean {
  return INSTALLED.some((folder) => path.startsWith(folder));
}

function toGuestPath(path: string): string {
  return isInstalled(path) ? INSTALLED_DIR + path.slice(HOME.length) : path;
}
