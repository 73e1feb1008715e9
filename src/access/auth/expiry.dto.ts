import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { IsTime } from '../../platform/wire/is-time.decorator.js';

const TEN_YEARS_IN_SECONDS = 315_360_000;

/** When a key or token ends: at most one of the two fields; without either it does not end by itself. */
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
