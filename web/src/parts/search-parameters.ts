/** Parsers by parameter name, which return undefined for an invalid value. */
export type Readers<T> = { readonly [Name in keyof T]-?: (value: unknown) => T[Name] | undefined };

const MAX_LENGTH = 200;

/**
 * Parses URL parameters. Invalid or unknown ones are omitted and listed in `unknown`, so no URL leads to a blank page.
 */
export function readSearch<T extends object>(
  parameters: Record<string, unknown>,
  readers: Readers<T>,
): Partial<T> & { unknown?: string } {
  const found: Record<string, unknown> = {};
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(parameters)) {
    const reader = Object.hasOwn(readers, name) ? readers[name as keyof T] : undefined;
    const read = reader?.(value);
    if (read !== undefined) found[name] = read;
    else if (name === 'unknown' && textParameter(value) !== undefined)
      unknown.push(...String(value).split(', '));
    else unknown.push(name);
  }
  return {
    ...(found as Partial<T>),
    ...(unknown.length > 0 && { unknown: [...new Set(unknown)].join(', ') }),
  };
}

export function textParameter(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return text !== '' && text.length <= MAX_LENGTH ? text : undefined;
}

export function wholeParameter(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

export function flagParameter(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

export function oneOf<T extends string>(
  ...values: readonly T[]
): (value: unknown) => T | undefined {
  return (value) => values.find((each) => each === value);
}
