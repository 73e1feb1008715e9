/** The group that no file belongs to. */
const NOBODY = 65_534;
const BECOME = '--become=';

/**
 * Where the sandbox of a server that is root has left this process root, it becomes the user that its argument
 * names, which also takes its last capabilities. Called once everything that is needed has been loaded.
 */
export function dropPrivileges(): void {
  const [, wanted] = process.argv.find((arg) => arg.startsWith(BECOME))?.split('=') ?? [];
  if (wanted === undefined) return;
  process.setgroups?.([]);
  process.setgid?.(NOBODY);
  process.setuid?.(Number.parseInt(wanted, 10));
}
