/** A JSON object with unknown members. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Returns JSON as indented text. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? '';
}
