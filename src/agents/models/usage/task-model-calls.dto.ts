import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsUUID } from 'class-validator';
import { WholeNumberQuery } from '../../../platform/wire/whole-number.decorator.js';
import { CALL_STATES, type CallState } from '../gateway/call-state.js';

export class ModelCallsQuery {
  @ApiPropertyOptional({ format: 'uuid', description: 'The `id` to go on after.' })
  @IsOptional()
  @IsUUID()
  cursor?: string;

  @ApiPropertyOptional({ type: 'integer', default: 200, minimum: 1, maximum: 1000 })
  @WholeNumberQuery(1, 1000)
  limit = 200;
}

export class ModelCallDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) step_id!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'generate' }) step_name!: string | null;
  @ApiProperty({ type: 'integer', description: 'Of the step, from 1.' }) attempt!: number;
  @ApiProperty({ example: 'anthropic/sonnet' }) model!: string;

  @ApiProperty({
    enum: CALL_STATES,
    description:
      '`lost`: the server died, or the task ended, before the answer. Tokens and cost of `sent` and `lost` are estimated from what was sent.',
  })
  state!: CallState;

  @ApiProperty({ type: 'integer' }) input_tokens!: number;
  @ApiProperty({ type: 'integer' }) cached_tokens!: number;
  @ApiProperty({ type: 'integer' }) output_tokens!: number;
  @ApiProperty({ type: 'integer', description: 'Those of `output_tokens` that are no text.' })
  reasoning_tokens!: number;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'As the provider reports them; null where it does not. They count unless they are absurd: none, a fiftieth of the estimate, or more than the model takes.',
  })
  reported_input_tokens!: number | null;
  @ApiProperty({ type: 'integer', nullable: true }) reported_output_tokens!: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Estimated from what was sent and received. Null before there is an estimate.',
  })
  estimated_input_tokens!: number | null;
  @ApiProperty({ type: 'integer', nullable: true }) estimated_output_tokens!: number | null;
  @ApiProperty({ type: Number, nullable: true, description: 'Null for a model without prices.' })
  cost_usd!: number | null;
  @ApiProperty({ type: String, nullable: true, description: 'Why it failed.' })
  error!: string | null;
  @ApiProperty({ format: 'date-time' }) started_at!: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) finished_at!: string | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Until the answer began.' })
  first_token_ms!: number | null;
  @ApiProperty({ type: 'integer', nullable: true }) duration_ms!: number | null;
}
