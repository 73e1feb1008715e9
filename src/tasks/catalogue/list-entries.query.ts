import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { PageQuery } from '../../platform/wire/page.js';
import { MAX_NAME_LENGTH } from '../../base/kernel/max-lengths.js';

const FIELDS = ['summary', 'all'] as const;

/** Query parameters of a list of entries, whose definitions can be large. */
export class EntriesPageQuery extends PageQuery {
  @ApiPropertyOptional({
    enum: FIELDS,
    default: 'summary',
    description:
      'Set of fields. `summary`: without large members. `all`: with them, on smaller pages.',
  })
  @IsIn(FIELDS)
  fields: (typeof FIELDS)[number] = 'summary';
}

export class ListEntriesQuery extends EntriesPageQuery {
  @ApiPropertyOptional({
    enum: ['true', 'false'],
    default: 'false',
    description: 'Whether archived ones are included.',
  })
  @IsOptional()
  @IsIn(['true', 'false'])
  archived?: string;

  @ApiPropertyOptional({
    description: 'Part of the name or identifier, case-insensitive.',
    maxLength: MAX_NAME_LENGTH,
  })
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(MAX_NAME_LENGTH)
  q?: string;
}
