import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { ListEntriesQuery } from '../catalogue/list-entries.query.js';

const FIELDS = ['all', 'summary'] as const;
const WITH = ['activity'] as const;

export class ListMetaTasksQuery extends ListEntriesQuery {
  @ApiPropertyOptional({
    enum: FIELDS,
    default: 'all',
    description:
      '`summary`: without what can be large, which is `script`, `params_schema`, `result_schema` and `dependency_lock`.',
  })
  @IsIn(FIELDS)
  fields: (typeof FIELDS)[number] = 'all';

  @ApiPropertyOptional({ enum: WITH, description: '`activity`: the last runs, and what is next.' })
  @IsOptional()
  @IsIn(WITH)
  with?: (typeof WITH)[number];
}
