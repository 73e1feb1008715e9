import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import type { Json } from '../../../base/kernel/json.js';
import { ANY_JSON } from '../../../platform/wire/any-json.js';
import { WholeNumberQuery } from '../../../platform/wire/whole-number.decorator.js';
import { TRANSCRIPT_ROLES, type TranscriptMessage } from './transcript.js';

const FORMATS = ['json', 'text'] as const;

export class TranscriptQuery {
  @ApiPropertyOptional({ enum: FORMATS, default: 'json' })
  @IsOptional()
  @IsIn(FORMATS)
  format: (typeof FORMATS)[number] = 'json';

  @ApiPropertyOptional({
    type: 'integer',
    default: -1,
    minimum: -1,
    description: 'The `position` of the step to go on after.',
  })
  @WholeNumberQuery(-1, 1_000_000)
  cursor = -1;

  @ApiPropertyOptional({
    type: 'integer',
    default: 200,
    minimum: 1,
    maximum: 1000,
    description: 'Requests to the model, each with what is new in it since the one before.',
  })
  @WholeNumberQuery(1, 1000)
  limit = 200;
}

class TranscriptCallDto {
  @ApiProperty() id!: string;
  @ApiProperty({ description: 'As the model names it.' }) name!: string;
  @ApiProperty({ anyOf: ANY_JSON }) input!: Json;
}

class TranscriptUsageDto {
  @ApiProperty({ type: 'integer' }) input_tokens!: number;
  @ApiProperty({ type: 'integer' }) cached_tokens!: number;
  @ApiProperty({ type: 'integer' }) output_tokens!: number;
  @ApiProperty({ type: Number, nullable: true, description: 'Null for a model without prices.' })
  cost_usd!: number | null;
}

export class TranscriptMessageDto {
  @ApiProperty({
    enum: TRANSCRIPT_ROLES,
    description: '`note` is of this service: the model did not get it.',
  })
  role!: TranscriptMessage['role'];

  @ApiProperty({ type: String, format: 'uuid', nullable: true }) step_id!: string | null;
  @ApiProperty({ description: 'Redacted.' }) text!: string;
  @ApiProperty({ type: [TranscriptCallDto], description: 'The tools that the model asked for.' })
  calls!: TranscriptCallDto[];
  @ApiProperty({ type: String, nullable: true, description: 'The call that a tool answers.' })
  call_id!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Of the tool that answers.' })
  name!: string | null;
  @ApiProperty() failed!: boolean;
  @ApiProperty({ type: TranscriptUsageDto, nullable: true }) usage!: TranscriptUsageDto | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) started_at!: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) finished_at!: string | null;
}
