import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { IDENTIFIER_PATTERN } from './identifier.js';

/** An entry in responses, without its definition. */
export class EntryDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() identifier!: string;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Number of the version shown here.' })
  version!: number;
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description: 'Number of the version that new tasks get.',
  })
  current_version!: number;
  @ApiProperty({ description: 'Author of this version.' }) created_by!: string;
  @ApiProperty({ type: String, nullable: true, description: "Author's note on this version." })
  note!: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) version_created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) archived_at!: string | null;
}

/** Longest note of a version, in characters. */
const MAX_NOTE = 1_000;

/** Declares the note of a version in a request body. */
export function IsNote(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      type: String,
      nullable: true,
      maxLength: MAX_NOTE,
      description:
        'Note for the version list: the change or its reason. Dropped if nothing changes, since no version is created.',
      example: 'Retries when the bank is slow',
    }),
    IsOptional(),
    IsString(),
    IsNotEmpty(),
    MaxLength(MAX_NOTE),
  );
}

/**
 * Declares an identifier in a request body; by default it is made from the name. `use` says what the identifier is for.
 */
export function IsIdentifier(use: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      type: String,
      nullable: true,
      pattern: IDENTIFIER_PATTERN.source,
      description: `Stable name for ${use}. Default: derived from the name.`,
    }),
    IsOptional(),
    Matches(IDENTIFIER_PATTERN, {
      message:
        'identifier must be 1 to 100 letters, digits, ".", "_" or "-", and begin with a letter or digit',
    }),
  );
}
