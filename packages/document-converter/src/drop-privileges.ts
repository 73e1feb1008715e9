/** Group that owns no files. */
const NOBODY = 65_534;
const BECOME = '--become=';

/**
 * Changes to the user named by the argument if the sandbox of a root server has left this process root; this also
 * drops the last capabilities. Called after everything that is needed has been loaded.
 */
export function dropPrivileges(): void {
  const [, wanted] = process.argv.find((arg) => arg.startsWith(BECOME))?.split('=') ?? [];
  if (wanted === undefined) return;
  process.setgroups?.([]);
  process.setgid?.(NOBODY);
  process.setuid?.(Number.parseInt(wanted, 10));
}
