/** Errors of Node on a file that is not there, other than one of the run, and on a module. */
const MISSING = /^Error: (?:ENOENT\b.*, \w+ '\/(?!tmp\/|workspace\/)|Cannot find module ')/;
/** The first frame of a stack that is in a package. */
const IN_PACKAGE = /^\s*at .*\bnode_modules\/((?:@[^/]+\/)?[^/]+)\//;

/**
 * Returns the message of an error of a bundle on Node, with what to do where a package may look for a file of its own: a bundle has
 * none. `stack` has the author's own files.
 */
export function adviseInstall(message: string, stack: string | null): string {
  const [, name] = IN_PACKAGE.exec(stack?.split('\n', 1)[0] ?? '') ?? [];
  if (name === undefined || !MISSING.test(message)) return message;
  return `${message}. If "${name}" looks for a file of its own, which is no part of a bundle, ${installAdvice(name)}`;
}

/** Returns what to do for a package that cannot be part of a bundle. */
export function installAdvice(name: string): string {
  return `have the server install the package: "metarun": { "install": ["${name}"] } in package.json`;
}
