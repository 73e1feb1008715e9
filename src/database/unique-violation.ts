/** Whether a write failed because a row with the same unique key exists, on either database. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const driverError: unknown = Reflect.get(error, 'driverError') ?? error;
  const code: unknown = driverError instanceof Error ? Reflect.get(driverError, 'code') : undefined;
  return (
    code === '23505' ||
    code === 'SQLITE_CONSTRAINT_UNIQUE' ||
    code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
  );
}
