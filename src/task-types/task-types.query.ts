import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { WholeNumberQuery } from '../wire/whole-number.decorator.js';

const MAX_OFFSET = 1_000_000_000;

export class ListVersionsQuery {
  @ApiPropertyOptional({ type: 'integer', default: 50, minimum: 1, maximum: 200 })
  @WholeNumberQuery(1, 200)
  limit = 50;

  @ApiPropertyOptional({ type: 'integer', default: 0, minimum: 0 })
  @WholeNumberQuery(0, MAX_OFFSET)
  offset = 0;
}

export class ListTaskTypesQuery extends ListVersionsQuery {
  @ApiPropertyOptional({
    enum: ['true', 'false'],
    default: 'false',
    description: 'Archived ones too.',
  })
  @IsOptional()
  @IsIn(['true', 'false'])
  archived?: string;
}
