import { ApiProperty } from '@nestjs/swagger';
import { TASK_STATUSES } from '../../../workflow/engine/state/task-status.js';

export class RecentRunDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: TASK_STATUSES }) status!: string;
  @ApiProperty({ format: 'date-time', description: 'Creation time.' }) at!: string;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Duration from the first start to the end, in ms. Null until it has ended.',
  })
  ms!: number | null;
}
