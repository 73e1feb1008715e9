import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { PageQuery } from '../../platform/wire/page.js';

const FIELDS = ['summary', 'all'] as const;

/** The query of a list of things whose definitions can be large. */
export class EntriesPageQuery extends PageQuery {
  @ApiPropertyOptional({
    enum: FIELDS,
    default: 'summary',
    description:
      '`summary`: without what can be large. `all`: with it; a page has fewer of them then.',
  })
  @IsIn(FIELDS)
  fields: (typeof FIELDS)[number] = 'summary';
}

export class ListEntriesQuery extends EntriesPageQuery {
  @ApiPropertyOptional({
    enum: ['true', 'false'],
    default: 'false',
    description: 'Archived ones too.',
  })
  @IsOptional()
  @IsIn(['true', 'false'])
  archived?: string;

  @ApiPropertyOptional({
    description: 'Part of the name or of the identifier; case does not count.',
    maxLength: 200,
  })
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(200)
  q?: string;
}
