/** Returns a variable of the environment that a file of the operator names, such as the key of a model provider. */
export function environmentVariable(name: string): string | undefined {
  return process.env[name];
}

/** Has SQLite, unless it is open already, keep its temporary files in this folder: TMPDIR may be small or full. */
export function keepTemporaryFilesOfSqlite(folder: string): void {
  process.env['SQLITE_TMPDIR'] ??= folder;
}
