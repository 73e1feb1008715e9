import { v7 } from 'uuid';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A new UUID v7: sorts by the time it was made. */
export function newId(): string {
  return v7();
}

/** Whether `text` has the shape of a UUID of any version. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
