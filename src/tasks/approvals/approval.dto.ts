import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import type { StoredJson } from '../../base/kernel/stored-json.js';
import type { Json } from '../../base/kernel/json.js';
import { ANY_JSON } from '../../platform/wire/any-json.js';
import { IsTime } from '../../platform/wire/is-time.decorator.js';
import { WholeNumberQuery } from '../../platform/wire/whole-number.decorator.js';
import {
  type Approval,
  APPROVAL_STATUSES,
  type ApprovalStatus,
  DECIDED_VIA,
  type DecidedVia,
  type Decision,
  DECISIONS,
  MAX_COMMENT,
} from './approval.js';

const FIELDS = ['all', 'basic'] as const;

export class ListApprovalsQuery {
  @ApiPropertyOptional({ enum: APPROVAL_STATUSES })
  @IsOptional()
  @IsIn(APPROVAL_STATUSES)
  status?: ApprovalStatus;

  @ApiPropertyOptional({ format: 'uuid' })
  @IsOptional()
  @IsUUID()
  task_id?: string;

  @ApiPropertyOptional({
    enum: FIELDS,
    default: 'all',
    description: '`basic`: `proposal`, `form` and `payload`, which can be large, are null.',
  })
  @IsIn(FIELDS)
  fields: (typeof FIELDS)[number] = 'all';

  @ApiPropertyOptional({
    description: 'Identifier of the meta-task. It needs `status=pending`, or `task_id`.',
  })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  task_type?: string;

  @ApiPropertyOptional({
    format: 'date-time',
    description:
      'Only those that expire before this time. It needs `status=pending`, or `task_id`.',
  })
  @IsOptional()
  @IsTime()
  expires_before?: string;

  @ApiPropertyOptional({ format: 'uuid', description: 'The `id` to go on after.' })
  @IsOptional()
  @IsUUID()
  cursor?: string;

  @ApiPropertyOptional({ type: 'integer', default: 50, minimum: 1, maximum: 200 })
  @WholeNumberQuery(1, 200)
  limit = 50;
}

export class DecideDto {
  @ApiProperty({ enum: DECISIONS })
  @IsIn(DECISIONS)
  decision!: Decision['decision'];

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: MAX_COMMENT })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_COMMENT)
  comment?: string | null;

  @ApiPropertyOptional({
    description:
      'Any JSON that matches the form. Needed to approve where there is one, else left out.',
    anyOf: ANY_JSON,
  })
  @IsOptional()
  payload?: Json;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'The `hash` of what was looked at: 409 where the approval is for anything else.',
  })
  @IsOptional()
  @Matches(/^[0-9a-f]{64}$/, { message: 'hash must be the 64 hexadecimal digits of the approval' })
  hash?: string | null;
}

export class ApprovalDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) task_id!: string;
  @ApiProperty() task_name!: string;
  @ApiProperty({ description: 'Identifier of the meta-task.' }) task_type!: string;
  @ApiProperty({ type: 'integer' }) task_type_version!: number;
  @ApiProperty({ type: 'integer', description: 'The attempt that has asked.' }) attempt!: number;
  @ApiProperty({ type: String, nullable: true, description: 'The phase of the task by now.' })
  phase!: string | null;
  @ApiProperty() prompt!: string;
  @ApiProperty({ description: 'Any JSON: what is to be approved.', anyOf: ANY_JSON })
  proposal!: StoredJson | null;
  @ApiProperty({
    description: 'JSON Schema that the payload must match; null where there is none to give.',
    nullable: true,
    anyOf: [{ type: 'object', additionalProperties: true }, { type: 'boolean' }],
  })
  form!: Approval['form'];
  @ApiProperty({
    description:
      'SHA-256 over the canonical JSON (RFC 8785) of `{params, prompt, proposal, task_type, version}`.',
  })
  hash!: string;
  @ApiProperty({ enum: APPROVAL_STATUSES }) status!: ApprovalStatus;
  @ApiProperty({ description: "Approved by the meta-task's `auto_approve`." }) automatic!: boolean;
  @ApiProperty({ type: String, nullable: true }) comment!: string | null;
  @ApiProperty({ description: 'Any JSON; null until it is approved.', anyOf: ANY_JSON })
  payload!: StoredJson | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Name of the user, of the API key or of the link.',
  })
  decided_by!: string | null;
  @ApiProperty({ enum: DECIDED_VIA, nullable: true }) decided_via!: DecidedVia | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) expires_at!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When it was decided, expired or was cancelled.',
  })
  decided_at!: string | null;
}

/** One approval with the params of its task, which lists leave out. */
export class ApprovalDetailDto extends ApprovalDto {
  @ApiProperty({ type: Object, additionalProperties: true, description: 'Those of the task.' })
  params!: StoredJson;
}
