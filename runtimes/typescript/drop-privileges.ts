/** Group that owns no files. */
const NOBODY = 65_534;
const BECOME = '--become=';

/**
 * Becomes the user that the process's argument names, if the sandbox of a root server has left this process root. This
 * also drops the last capabilities. Called once everything needed has been loaded.
 */
export function dropPrivileges(): void {
  const [, wanted] = process.argv.find((arg) => arg.startsWith(BECOME))?.split('=') ?? [];
  if (wanted === undefined) return;
  process.setgroups?.([]);
  process.setgid?.(NOBODY);
  process.setuid?.(Number.parseInt(wanted, 10));
}
