/** Returns whether a write failed because a row with the same unique key exists, on either database. */
export function isUniqueViolation(error: unknown): boolean {
  const code = findDriverErrorCode(error);
  return (
    code === '23505' ||
    code === 'SQLITE_CONSTRAINT_UNIQUE' ||
    code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
  );
}

/** Returns whether PostgreSQL ended a transaction because of a deadlock. */
export function isDeadlock(error: unknown): boolean {
  return findDriverErrorCode(error) === '40P01';
}

/** Returns the code of an error of the database or the system. */
export function findDriverErrorCode(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  const driverError: unknown = Reflect.get(error, 'driverError') ?? error;
  return driverError instanceof Error ? Reflect.get(driverError, 'code') : undefined;
}
