import { applyDecorators } from '@nestjs/common';
import { IsISO8601, Matches } from 'class-validator';

/** Validates an ISO 8601 date and time with a time zone or offset. */
export function IsTime(): PropertyDecorator {
  return applyDecorators(
    Matches(/^[^T]*T.*(Z|[+-]\d\d:\d\d)$/, {
      message: '$property must have a time with Z or an offset such as +02:00',
    }),
    IsISO8601({ strict: true }),
  );
}
