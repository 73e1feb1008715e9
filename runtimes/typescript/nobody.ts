/** The user and group that no file belongs to. */
const NOBODY = 65_534;

/**
 * Where the sandbox of a server that is root has left this process root, it becomes nobody, which also takes
 * its last capabilities. Called once everything that is needed has been loaded.
 */
export function becomeNobody(): void {
  if (!process.argv.includes('--become-nobody')) return;
  process.setgroups?.([]);
  process.setgid?.(NOBODY);
  process.setuid?.(NOBODY);
}
