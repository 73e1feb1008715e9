import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { ListEntriesQuery } from '../catalogue/list-entries.query.js';

const WITH = ['activity'] as const;

export class ListMetaTasksQuery extends ListEntriesQuery {
  @ApiPropertyOptional({
    enum: WITH,
    description: 'Additional members. `activity`: the last runs and the next scheduled run.',
  })
  @IsOptional()
  @IsIn(WITH)
  with?: (typeof WITH)[number];
}
