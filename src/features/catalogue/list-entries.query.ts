import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
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
}
