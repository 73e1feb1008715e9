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
} from './approval.js';
import { MAX_COMMENT_LENGTH } from '../../base/kernel/max-lengths.js';
import { MAX_IDENTIFIER_LENGTH } from '../catalogue/identifier.js';

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
    description:
      'Set of fields. `basic`: `proposal`, `form` and `payload`, which can be large, are null.',
  })
  @IsIn(FIELDS)
  fields: (typeof FIELDS)[number] = 'all';

  @ApiPropertyOptional({
    description:
      'Only approvals of the meta-task with this identifier. Requires `status=pending` or `task_id`.',
  })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_IDENTIFIER_LENGTH)
  task_type?: string;

  @ApiPropertyOptional({
    format: 'date-time',
    description:
      'Only approvals that expire before this time. Requires `status=pending` or `task_id`.',
  })
  @IsOptional()
  @IsTime()
  expires_before?: string;

  @ApiPropertyOptional({
    format: 'uuid',
    description: 'Approval `id` after which the page starts.',
  })
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

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: MAX_COMMENT_LENGTH })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_COMMENT_LENGTH)
  comment?: string | null;

  @ApiPropertyOptional({
    description:
      'Any JSON that matches the form. Required to approve if the approval has a form, otherwise omitted.',
    anyOf: ANY_JSON,
  })
  @IsOptional()
  payload?: Json;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'Expected `hash` of the approval. 409 if the approval has another one.',
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
  @ApiProperty({
    type: 'integer',
    description: 'Number of the attempt that requested the approval.',
  })
  attempt!: number;
  @ApiProperty({ type: String, nullable: true, description: 'Current phase of the task.' })
  phase!: string | null;
  @ApiProperty() prompt!: string;
  @ApiProperty({ description: 'Any JSON: the subject of the approval.', anyOf: ANY_JSON })
  proposal!: StoredJson | null;
  @ApiProperty({
    description: 'JSON Schema that the payload must match. Null if the approval takes no payload.',
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
  @ApiProperty({ description: "Whether the meta-task's `auto_approve` approved it." })
  automatic!: boolean;
  @ApiProperty({ type: String, nullable: true }) comment!: string | null;
  @ApiProperty({ description: 'Any JSON. Null until it is approved.', anyOf: ANY_JSON })
  payload!: StoredJson | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Name of the user, the API key or the link.',
  })
  decided_by!: string | null;
  @ApiProperty({ enum: DECIDED_VIA, nullable: true }) decided_via!: DecidedVia | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) expires_at!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'Time of the decision, expiry or cancellation.',
  })
  decided_at!: string | null;
}

/** An approval with the params of its task, which lists leave out. */
export class ApprovalDetailDto extends ApprovalDto {
  @ApiProperty({ type: Object, additionalProperties: true, description: 'Params of the task.' })
  params!: StoredJson;
}
