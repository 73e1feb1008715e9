import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { invalidField } from '../kernel/errors.js';
import { IsTime } from '../wire/is-time.decorator.js';

const TEN_YEARS_IN_SECONDS = 315_360_000;

/** When a key or token ends: at most one of the two fields; without either it does not end by itself. */
export class ExpiryDto {
  @ApiPropertyOptional({
    description: 'Seconds from now.',
    minimum: 1,
    maximum: TEN_YEARS_IN_SECONDS,
    type: 'integer',
    nullable: true,
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(TEN_YEARS_IN_SECONDS)
  expires_in_seconds?: number;

  @ApiPropertyOptional({
    description: 'A time to come, ISO 8601.',
    format: 'date-time',
    nullable: true,
    type: String,
  })
  @IsOptional()
  @IsTime()
  expires_at?: string;
}

/** The end that the fields ask for, in ms since the epoch; null = none. Throws `validation_failed`. */
export function expiryOf({ expires_at, expires_in_seconds }: ExpiryDto): number | null {
  const now = Date.now();
  const at = expires_at ?? null;
  const seconds = expires_in_seconds ?? null;
  if (at !== null && seconds !== null)
    throw invalidField('/expires_at', 'can not be given together with expires_in_seconds');
  if (seconds !== null) return now + seconds * 1000;
  if (at === null) return null;
  const time = Date.parse(at);
  if (!(time > now)) throw invalidField('/expires_at', 'must be a time to come');
  return time;
}
