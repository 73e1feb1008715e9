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
    description: 'Step `position` after which the page starts.',
  })
  @WholeNumberQuery(-1, 1_000_000)
  cursor = -1;

  @ApiPropertyOptional({
    type: 'integer',
    default: 200,
    minimum: 1,
    maximum: 1000,
    description:
      'Number of model requests per page, each with its new messages since the previous request.',
  })
  @WholeNumberQuery(1, 1000)
  limit = 200;
}

class TranscriptCallDto {
  @ApiProperty() id!: string;
  @ApiProperty({ description: 'Tool name used by the model.' }) name!: string;
  @ApiProperty({ anyOf: ANY_JSON }) input!: Json;
}

class TranscriptUsageDto {
  @ApiProperty({ type: 'integer' }) input_tokens!: number;
  @ApiProperty({ type: 'integer' }) cached_tokens!: number;
  @ApiProperty({ type: 'integer' }) output_tokens!: number;
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Cost in USD. Null for a model without prices.',
  })
  cost_usd!: number | null;
}

export class TranscriptMessageDto {
  @ApiProperty({
    enum: TRANSCRIPT_ROLES,
    description: 'Role. `note`: remark of this service, not sent to the model.',
  })
  role!: TranscriptMessage['role'];

  @ApiProperty({ type: String, format: 'uuid', nullable: true }) step_id!: string | null;
  @ApiProperty({ description: 'Text with secrets redacted.' }) text!: string;
  @ApiProperty({ type: [TranscriptCallDto], description: 'Tool calls requested by the model.' })
  calls!: TranscriptCallDto[];
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Id of the call that this tool result answers. Null for other messages.',
  })
  call_id!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Name of the tool that answers. Null for other messages.',
  })
  name!: string | null;
  @ApiProperty() failed!: boolean;
  @ApiProperty({ type: TranscriptUsageDto, nullable: true }) usage!: TranscriptUsageDto | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) started_at!: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) finished_at!: string | null;
}
