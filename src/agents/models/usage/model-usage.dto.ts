import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsNumber, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import {
  DEFAULT_USAGE_DAYS,
  MAX_USAGE_DAYS,
  USAGE_GROUPS,
  type UsageGroup,
} from './model-usage.service.js';

const MAX_USD = 1_000_000_000;
const MAX_TOKENS = 1_000_000_000_000_000;

const USD = { type: 'number', minimum: 0, maximum: MAX_USD, nullable: true } as const;
const TOKENS = { type: 'integer', minimum: 0, maximum: MAX_TOKENS, nullable: true } as const;

export class ModelUsageQuery {
  @ApiPropertyOptional({
    format: 'date',
    description: `First day, UTC. Default: a range of ${DEFAULT_USAGE_DAYS} days that ends with \`to\`; maximum: ${MAX_USAGE_DAYS} days.`,
  })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  from?: string;

  @ApiPropertyOptional({ format: 'date', description: 'Last day, UTC. Default: today.' })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  to?: string;

  @ApiPropertyOptional({ enum: USAGE_GROUPS, default: 'day' })
  @IsOptional()
  @IsIn(USAGE_GROUPS)
  group_by: UsageGroup = 'day';
}

class UsageOfGroupDto {
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Date, identifier or `provider/name`. Null for usage without one, such as a test of a provider or a script.',
  })
  group!: string | null;
  @ApiProperty({ type: 'integer' }) model_calls!: number;
  @ApiProperty({ type: 'integer' }) input_tokens!: number;
  @ApiProperty({ type: 'integer' }) cached_tokens!: number;
  @ApiProperty({ type: 'integer' }) output_tokens!: number;
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Cost in USD. Null if no model had prices.',
  })
  cost_usd!: number | null;
}

export class ModelUsageReportDto {
  @ApiProperty({ format: 'date' }) from!: string;
  @ApiProperty({ format: 'date' }) to!: string;
  @ApiProperty({ enum: USAGE_GROUPS }) group_by!: UsageGroup;
  @ApiProperty({
    type: [UsageOfGroupDto],
    description: 'Groups: days in chronological order, others by tokens. At most 1,000.',
  })
  groups!: UsageOfGroupDto[];
}

export class ChangeModelBudgetDto {
  @ApiPropertyOptional({
    ...USD,
    description: 'Budget in USD per calendar month, UTC. Null: no limit.',
  })
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(MAX_USD)
  model_budget_usd_month?: number | null;

  @ApiPropertyOptional({
    ...TOKENS,
    description: 'Budget of input and output tokens per calendar month. Null: no limit.',
  })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(MAX_TOKENS)
  model_budget_tokens_month?: number | null;
}

export class ModelBudgetDto {
  @ApiProperty({ ...USD, description: 'Budget in USD per calendar month, UTC. Null: no limit.' })
  model_budget_usd_month!: number | null;
  @ApiProperty({
    ...TOKENS,
    description: 'Budget of input and output tokens per calendar month. Null: no limit.',
  })
  model_budget_tokens_month!: number | null;
  @ApiProperty({ example: '2026-11' }) month!: string;
  @ApiProperty({ type: 'number', description: 'USD spent this month on models with prices.' })
  used_usd!: number;
  @ApiProperty({ type: 'integer' }) used_tokens!: number;
  @ApiProperty({ format: 'date-time' }) resets_at!: string;
}
