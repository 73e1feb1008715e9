import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import { IDENTIFIER_PATTERN } from './identifier.js';

/** An entry as answers have it, without its definition. */
export class EntryDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() identifier!: string;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'The version shown here.' })
  version!: number;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'The version that new tasks get.' })
  current_version!: number;
  @ApiProperty({ description: 'Who made this version.' }) created_by!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) version_created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) archived_at!: string | null;
}

/** An identifier in a body; made from the name where there is none. `use`: what it is for. */
export function IsIdentifier(use: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      type: String,
      nullable: true,
      pattern: IDENTIFIER_PATTERN.source,
      description: `Stable name for ${use}; made from the name when omitted.`,
    }),
    IsOptional(),
    Matches(IDENTIFIER_PATTERN, {
      message:
        'identifier must be 1 to 100 letters, digits, ".", "_" or "-", and begin with a letter or digit',
    }),
  );
}
