import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { IsTime } from '../../platform/wire/is-time.decorator.js';

const TEN_YEARS_IN_SECONDS = 315_360_000;

/** Expiry of a key or token: at most one of the two fields. Without either it never expires. */
export class ExpiryDto {
  @ApiPropertyOptional({
    description: 'Validity in seconds from now.',
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
    description: 'Expiry in the future, ISO 8601.',
    format: 'date-time',
    nullable: true,
    type: String,
  })
  @IsOptional()
  @IsTime()
  expires_at?: string;
}
