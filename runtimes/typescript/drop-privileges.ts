/** The group that no file belongs to. */
const NOBODY = 65_534;
const BECOME = '--become=';

/**
 * If the sandbox of a root server has left this process root, it becomes the user that its argument names, which also drops its
 * last capabilities. Called once all that is needed has been loaded.
 */
export function dropPrivileges(): void {
  const [, wanted] = process.argv.find((arg) => arg.startsWith(BECOME))?.split('=') ?? [];
  if (wanted === undefined) return;
  process.setgroups?.([]);
  process.setgid?.(NOBODY);
  process.setuid?.(Number.parseInt(wanted, 10));
}
