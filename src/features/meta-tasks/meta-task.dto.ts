import { ApiProperty, ApiPropertyOptional, PartialType } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import type { JsonObject } from '../../base/kernel/json.js';
import { answerOfFields, bodyOfFields } from './field-decorators.js';
import { IDENTIFIER_PATTERN } from './identifier.js';

const nullable = <const T>(type: T): { type: T; nullable: true } => ({ type, nullable: true });

class DefinitionBody extends bodyOfFields() {}

export class CreateMetaTaskDto extends DefinitionBody {
  @ApiPropertyOptional({
    ...nullable(String),
    pattern: IDENTIFIER_PATTERN.source,
    description: 'Stable name for `task_type_identifier`; made from the name when omitted.',
  })
  @IsOptional()
  @Matches(IDENTIFIER_PATTERN, {
    message:
      'identifier must be 1 to 100 letters, digits, ".", "_" or "-", and begin with a letter or digit',
  })
  identifier?: string | null;
}

/** Every member is optional; null asks for the default. */
export class ChangeMetaTaskDto extends PartialType(DefinitionBody, {
  skipNullProperties: false,
}) {}

/** Its `params_schema` may be an inferred one. */
export class MetaTaskDto extends answerOfFields('params_schema') {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() identifier!: string;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'The version shown here.' })
  version!: number;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'The version that new tasks get.' })
  current_version!: number;
  @ApiProperty({
    ...nullable(String),
    description:
      'The packages that the script asks for, exact and with hashes, as a requirements file.',
  })
  dependency_lock!: string | null;
  @ApiProperty({
    ...nullable(Object),
    additionalProperties: true,
    description: 'What the params of a task must match; null where anything will do.',
  })
  params_schema!: JsonObject | null;
  @ApiProperty({ description: 'Whether `params_schema` was inferred from the script.' })
  params_schema_inferred!: boolean;
  @ApiProperty({ description: 'Who made this version.' }) created_by!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) version_created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
  @ApiProperty({ ...nullable(String), format: 'date-time' }) archived_at!: string | null;
}
