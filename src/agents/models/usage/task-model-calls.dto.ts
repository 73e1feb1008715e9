import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsUUID } from 'class-validator';
import { WholeNumberQuery } from '../../../platform/wire/whole-number.decorator.js';
import { CALL_STATES, type CallState } from '../gateway/call-state.js';

export class ModelCallsQuery {
  @ApiPropertyOptional({ format: 'uuid', description: 'Entry `id` after which the page starts.' })
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
  @ApiProperty({ type: 'integer', description: 'Attempt of the step, counted from 1.' })
  attempt!: number;
  @ApiProperty({ example: 'anthropic/sonnet' }) model!: string;

  @ApiProperty({
    enum: CALL_STATES,
    description:
      'State. `lost`: the server died or the task ended before the answer. Tokens and cost of `sent` and `lost` are estimated from the request.',
  })
  state!: CallState;

  @ApiProperty({ type: 'integer' }) input_tokens!: number;
  @ApiProperty({ type: 'integer' }) cached_tokens!: number;
  @ApiProperty({ type: 'integer' }) output_tokens!: number;
  @ApiProperty({
    type: 'integer',
    description: 'Output tokens used for reasoning instead of text.',
  })
  reasoning_tokens!: number;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'Input tokens reported by the provider. Null if it reports none. Used for `input_tokens` unless implausible: zero, less than a fiftieth of the estimate, or more than the model accepts.',
  })
  reported_input_tokens!: number | null;
  @ApiProperty({ type: 'integer', nullable: true }) reported_output_tokens!: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'Input tokens estimated from the request and the answer. Null before there is an estimate.',
  })
  estimated_input_tokens!: number | null;
  @ApiProperty({ type: 'integer', nullable: true }) estimated_output_tokens!: number | null;
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Cost in USD. Null for a model without prices.',
  })
  cost_usd!: number | null;
  @ApiProperty({ type: String, nullable: true, description: 'Reason why it failed.' })
  error!: string | null;
  @ApiProperty({ format: 'date-time' }) started_at!: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) finished_at!: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Time until the answer began, in ms.',
  })
  first_token_ms!: number | null;
  @ApiProperty({ type: 'integer', nullable: true }) duration_ms!: number | null;
}
