import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { ListEntriesQuery } from '../catalogue/list-entries.query.js';

const WITH = ['activity'] as const;

export class ListMetaTasksQuery extends ListEntriesQuery {
  @ApiPropertyOptional({ enum: WITH, description: '`activity`: the last runs, and what is next.' })
  @IsOptional()
  @IsIn(WITH)
  with?: (typeof WITH)[number];
}
