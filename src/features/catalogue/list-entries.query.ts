import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { PageQuery } from '../../platform/wire/page.js';

export class ListEntriesQuery extends PageQuery {
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
