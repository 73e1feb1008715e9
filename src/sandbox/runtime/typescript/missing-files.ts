/** Errors of Node about a missing module, or a missing file outside the run's own folders. */
const MISSING = /^Error: (?:ENOENT\b.*, \w+ '\/(?!tmp\/|workspace\/)|Cannot find module ')/;
/** The first frame of a stack that is in a package. */
const IN_PACKAGE = /^\s*at .*\bnode_modules\/((?:@[^/]+\/)?[^/]+)\//;

/**
 * Returns the message of an error of a bundle on Node, with advice if a package may look for one of its own files,
 * which a bundle does not contain. `stack` shows the author's own files.
 */
export function adviseInstall(message: string, stack: string | null): string {
  const [, name] = IN_PACKAGE.exec(stack?.split('\n', 1)[0] ?? '') ?? [];
  if (name === undefined || !MISSING.test(message)) return message;
  return `${message}. If "${name}" looks for a file of its own, which is not part of a bundle, ${installAdvice(name)}`;
}

/** Returns advice for a package that cannot be bundled. */
export function installAdvice(name: string): string {
  return `have the server install the package: "metarun": { "install": ["${name}"] } in package.json`;
}
