import { ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { type FieldError, MetarunError } from '../kernel/errors.js';
import { escapePointer } from '../kernel/json.js';

/** Nest would take keys such as `constructor` out of a client's params; nothing here merges them into an object. */
class FaithfulValidationPipe extends ValidationPipe {
  protected override stripProtoKeys(): void {}
}

/** Checks bodies and query strings against their DTOs; every fault is told at once, unknown fields among them. */
export function validationPipe(): ValidationPipe {
  return new FaithfulValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    validationError: { target: false, value: false },
    exceptionFactory: (errors) => {
      const faults = errors.flatMap((error) => faultsOf(error, ''));
      const detail = faults.map((fault) => fault.message).join('; ');
      return new MetarunError('validation_failed', `The request is not valid: ${detail}.`, {
        errors: faults,
      });
    },
  });
}

function faultsOf(error: ValidationError, parent: string): FieldError[] {
  const pointer = `${parent}/${escapePointer(error.property)}`;
  const own = Object.values(error.constraints ?? {}).map((message) => ({
    pointer,
    message: message.replace(/^property (.+) should not exist$/, '$1 is not a known field'),
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => faultsOf(child, pointer))];
}
