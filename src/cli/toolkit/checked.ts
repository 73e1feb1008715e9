import { DtoPipe } from '../../server/http/dto.pipe.js';

/** Validates input with the rules of a request body. Throws `validation_failed`. */
export async function checked<T>(rules: new () => T, input: Record<string, unknown>): Promise<T> {
  const result = await new DtoPipe().transform(input, { type: 'body', metatype: rules });
  if (!(result instanceof rules)) throw new Error(`${rules.name} did not come out of validation.`);
  return result;
}
