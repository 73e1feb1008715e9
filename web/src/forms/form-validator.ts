import type { ErrorSchema, RJSFSchema, RJSFValidationError, ValidatorType } from '@rjsf/utils';
import { parsePointer } from '../../../src/base/kernel/json.js';
import type { Issue } from '../api/request-error.js';
import { fits, schemaIssues } from './schema-issues.js';

/**
 * Returns a form validator that generates no code at run time, which the content security policy forbids. It validates
 * against `schema`, that of the params, rather than against the schema that the form shows.
 */
export function formValidator(schema: unknown): ValidatorType {
  return {
    rawValidation: <Result>(_shown: RJSFSchema, value: unknown) => ({
      errors: schemaIssues(schema, value).map(toValidationError) as Result[],
    }),
    validateFormData: (value: unknown) => {
      const issues = schemaIssues(schema, value);
      return { errors: issues.map(toValidationError), errorSchema: errorsByPlace(issues) };
    },
    isValid: fits,
  };
}

/** Returns issues as the error tree that the form expects. */
export function errorsByPlace(issues: readonly Issue[]): ErrorSchema {
  const root: Record<string, unknown> = {};
  for (const { pointer, message } of issues) {
    let at = root;
    for (const part of parsePointer(pointer)) {
      const next = (Object.hasOwn(at, part) ? at[part] : {}) as Record<string, unknown>;
      // Assigning to `__proto__` would replace the prototype instead.
      Object.defineProperty(at, part, { value: next, enumerable: true, configurable: true });
      at = next;
    }
    const before = Object.hasOwn(at, '__errors') ? (at['__errors'] as string[]) : [];
    at['__errors'] = [...before, message];
  }
  return root as ErrorSchema;
}

function toValidationError({ pointer, message }: Issue): RJSFValidationError {
  const path = parsePointer(pointer);
  return {
    property: `.${path.join('.')}`,
    message,
    stack: `${path.join(' › ')} ${message}`.trim(),
  };
}
