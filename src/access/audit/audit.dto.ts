import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsUUID, Matches } from 'class-validator';
import type { Json } from '../../base/kernel/json.js';
import { ANY_JSON } from '../../platform/wire/any-json.js';
import { IsTime } from '../../platform/wire/is-time.decorator.js';
import { WholeNumberQuery } from '../../platform/wire/whole-number.decorator.js';

const CALLERS = ['access_token', 'session', 'api_key'] as const;

export class ExportAuditQuery {
  @ApiPropertyOptional({
    description: 'Only changes by this operation.',
    example: 'members.change',
  })
  @IsOptional()
  @Matches(/^[a-z-]+\.[a-z-]+$/)
  action?: string;

  @ApiPropertyOptional({ format: 'uuid', description: 'Only changes by this user.' })
  @IsOptional()
  @IsUUID()
  user_id?: string;

  @ApiPropertyOptional({
    format: 'uuid',
    description: 'Only changes made with this token or key.',
  })
  @IsOptional()
  @IsUUID()
  credential_id?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Only changes from this time on.' })
  @IsOptional()
  @IsTime()
  after?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Only changes before this time.' })
  @IsOptional()
  @IsTime()
  before?: string;
}

export class ListAuditQuery extends ExportAuditQuery {
  @ApiPropertyOptional({ description: 'Cursor from the Link header of the previous page.' })
  @IsOptional()
  @IsUUID()
  cursor?: string;

  @ApiPropertyOptional({ type: 'integer', default: 50, minimum: 1, maximum: 200 })
  @WholeNumberQuery(1, 200)
  limit = 50;
}

class AuditCallerDto {
  @ApiProperty({ enum: CALLERS, description: 'Kind of caller. `session`: a signed-in browser.' })
  kind!: (typeof CALLERS)[number];
  @ApiProperty({ description: 'Name of the user or key at that time.' }) name!: string;
  @ApiProperty({
    format: 'uuid',
    nullable: true,
    type: String,
    description: 'Id of the user. Null for an API key.',
  })
  user_id!: string | null;
  @ApiProperty({ format: 'uuid', description: 'Id of the token or key.' }) credential_id!: string;
}

class FieldChangeDto {
  @ApiProperty() field!: string;
  @ApiPropertyOptional({
    anyOf: ANY_JSON,
    description: 'Previous value. Omitted if unknown or not recorded.',
  })
  from?: Json;
  @ApiPropertyOptional({ anyOf: ANY_JSON, description: 'New value. Omitted if not recorded.' })
  to?: Json;
}

export class AuditRecordDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'date-time' }) at!: string;
  @ApiProperty({ type: AuditCallerDto }) by!: AuditCallerDto;
  @ApiProperty({ description: 'Address from which the request came.' }) address!: string;
  @ApiProperty() request_id!: string;
  @ApiProperty({ description: 'Name of the operation.', example: 'members.change' })
  action!: string;
  @ApiProperty({
    type: Object,
    additionalProperties: true,
    description: 'Ids and names of the changed objects.',
  })
  target!: Record<string, Json>;
  @ApiProperty({ type: [FieldChangeDto] }) diff!: FieldChangeDto[];
}
