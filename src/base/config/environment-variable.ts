/** Returns a variable of the environment that an operator's file names, such as the key of a model provider. */
export function environmentVariable(name: string): string | undefined {
  return process.env[name];
}

/** Makes SQLite, unless it is already open, keep its temporary files in this folder: TMPDIR may be small or full. */
export function keepTemporaryFilesOfSqlite(folder: string): void {
  process.env['SQLITE_TMPDIR'] ??= folder;
}
