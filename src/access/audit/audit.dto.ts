import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsUUID, Matches } from 'class-validator';
import type { Json } from '../../base/kernel/json.js';
import { ANY_JSON } from '../../platform/wire/any-json.js';
import { IsTime } from '../../platform/wire/is-time.decorator.js';
import { WholeNumberQuery } from '../../platform/wire/whole-number.decorator.js';

const CALLERS = ['access_token', 'session', 'api_key'] as const;

export class ExportAuditQuery {
  @ApiPropertyOptional({ description: 'Only this operation.', example: 'members.change' })
  @IsOptional()
  @Matches(/^[a-z-]+\.[a-z-]+$/)
  action?: string;

  @ApiPropertyOptional({ format: 'uuid', description: 'Only what this user has done.' })
  @IsOptional()
  @IsUUID()
  user_id?: string;

  @ApiPropertyOptional({
    format: 'uuid',
    description: 'Only what was done with this token or key.',
  })
  @IsOptional()
  @IsUUID()
  credential_id?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Only from this time on.' })
  @IsOptional()
  @IsTime()
  after?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Only before this time.' })
  @IsOptional()
  @IsTime()
  before?: string;
}

export class ListAuditQuery extends ExportAuditQuery {
  @ApiPropertyOptional({ description: 'From the Link header of the page before.' })
  @IsOptional()
  @IsUUID()
  cursor?: string;

  @ApiPropertyOptional({ type: 'integer', default: 50, minimum: 1, maximum: 200 })
  @WholeNumberQuery(1, 200)
  limit = 50;
}

class AuditCallerDto {
  @ApiProperty({ enum: CALLERS, description: '`session`: a browser that was signed in.' })
  kind!: (typeof CALLERS)[number];
  @ApiProperty({ description: 'The name of the user or key at that time.' }) name!: string;
  @ApiProperty({
    format: 'uuid',
    nullable: true,
    type: String,
    description: 'Null for an API key.',
  })
  user_id!: string | null;
  @ApiProperty({ format: 'uuid', description: 'Id of the token or key.' }) credential_id!: string;
}

class FieldChangeDto {
  @ApiProperty() field!: string;
  @ApiPropertyOptional({
    anyOf: ANY_JSON,
    description: 'Left out where it is not known or not recorded.',
  })
  from?: Json;
  @ApiPropertyOptional({ anyOf: ANY_JSON, description: 'Left out where it is not recorded.' })
  to?: Json;
}

export class AuditRecordDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'date-time' }) at!: string;
  @ApiProperty({ type: AuditCallerDto }) by!: AuditCallerDto;
  @ApiProperty({ description: 'The address that the request came from.' }) address!: string;
  @ApiProperty() request_id!: string;
  @ApiProperty({ description: 'The operation.', example: 'members.change' }) action!: string;
  @ApiProperty({
    type: Object,
    additionalProperties: true,
    description: 'Ids and names of what was changed.',
  })
  target!: Record<string, Json>;
  @ApiProperty({ type: [FieldChangeDto] }) diff!: FieldChangeDto[];
}
